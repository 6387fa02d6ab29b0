package bub.cli.reach;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Finds a bub that still runs although its run directory was removed: its lock went with the file,
 * but the kernel still shows the file as open. Linux only; elsewhere it finds nobody.
 */
final class RemovedPidFile {
  private static final Path PROCESSES = Path.of("/proc");
  private static final String REMOVED = " (deleted)";

  private RemovedPidFile() {}

  /** The process that has the removed file of this name open, other than this one. */
  static OptionalLong holder(Path pidFile) throws IOException {
    String wanted = pidFile.toRealPath() + REMOVED;
    long own = ProcessHandle.current().pid();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        if (pid != own && hasOpen(process.resolve("fd"), wanted)) {
          return OptionalLong.of(pid);
        }
      }
    } catch (IOException | NumberFormatException noProcesses) {
      return OptionalLong.empty();
    }
    return OptionalLong.empty();
  }

  private static boolean hasOpen(Path descriptors, String wanted) {
    try (DirectoryStream<Path> links = Files.newDirectoryStream(descriptors)) {
      for (Path link : links) {
        if (isLinkTo(link, wanted)) {
          return true;
        }
      }
      return false;
    } catch (IOException notOurs) {
      // The processes of other users keep their files to themselves, and have other directories.
      return false;
    }
  }

  private static boolean isLinkTo(Path link, String wanted) {
    try {
      return Files.readSymbolicLink(link).toString().equals(wanted);
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }
}
