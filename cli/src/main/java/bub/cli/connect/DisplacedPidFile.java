package bub.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Search for a bub that runs although its run directory was removed or renamed. Linux only: the
 * lock went with the file, but the kernel still shows the file as open.
 */
final class DisplacedPidFile {
  private static final Path PROCESSES = Path.of("/proc");
  private static final String REMOVED = " (deleted)";
  private static final int MOST_BYTES = 4_096;

  /** A process that has the file open; its fate ends a sentence, such as "was removed". */
  record Holder(long pid, String fate) {}

  private DisplacedPidFile() {}

  /** Returns null when no other process had its pid file at this path. */
  static @Nullable Holder holder(Path pidFile) throws IOException {
    Path place = pidFile.toRealPath();
    long own = ProcessHandle.current().pid();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        String fate = pid == own ? null : fate(process.resolve("fd"), pid, place);
        if (fate != null) {
          return new Holder(pid, fate);
        }
      }
    } catch (IOException | NumberFormatException noProcesses) {
      return null;
    }
    return null;
  }

  private static @Nullable String fate(Path descriptors, long pid, Path place) {
    try (DirectoryStream<Path> links = Files.newDirectoryStream(descriptors)) {
      for (Path link : links) {
        String fate = fateOf(target(link), pid, place);
        if (fate != null) {
          return fate;
        }
      }
      return null;
    } catch (IOException notOurs) {
      // Processes of other users hide their open files, and have other directories.
      return null;
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  private static @Nullable String fateOf(String open, long pid, Path place) {
    if (open.equals(place + REMOVED)) {
      return "was removed";
    }
    Path file = Path.of(open);
    boolean isElsewhere = file.endsWith(place.getFileName()) && !file.equals(place);
    return isElsewhere && isOf(pid, file) && isFrom(place, file)
        ? "was renamed to " + file.getParent()
        : null;
  }

  /** Distinguishes the bus from a program that only reads its pid file. */
  private static boolean isOf(long pid, Path file) {
    return read(file).equals(String.valueOf(pid));
  }

  private static boolean isFrom(Path place, Path file) {
    Path marker = file.resolveSibling(RunFiles.PLACE);
    return read(marker).equals(String.valueOf(place.getParent()));
  }

  private static String read(Path file) {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_BYTES), UTF_8).strip();
    } catch (IOException unreadable) {
      return "";
    }
  }
}
