package bub.cli.machine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Process that holds a run directory. A running bub keeps its pid file locked. A pid in a file
 * without a lock belongs to a bub that was killed, and another process may have it by now.
 */
public sealed interface RunDirectoryOwner {
  /** Linux reports process start times to the second. */
  Duration CLOCK_SLACK = Duration.ofSeconds(2);

  record Vacant() implements RunDirectoryOwner {}

  /** This bub holds the directory; the port is null while it starts. */
  record Held(ProcessHandle process, @Nullable Integer port) implements RunDirectoryOwner {
    public long pid() {
      return process.pid();
    }
  }

  /** A process holds the directory, but it cannot be identified for sure. */
  record Unclear(String why) implements RunDirectoryOwner {}

  /** Must not be called for this process, because closing the file would release its lock. */
  static RunDirectoryOwner of(Path runDir) throws IOException {
    Path pidFile = runDir.resolve("bus.pid");
    try {
      return isLocked(pidFile) ? holder(runDir, pidFile) : new Vacant();
    } catch (NoSuchFileException nobody) {
      return new Vacant();
    } catch (AccessDeniedException forbidden) {
      return new Unclear("this user cannot read " + pidFile);
    }
  }

  private static boolean isLocked(Path pidFile) throws IOException {
    try (FileChannel channel = FileChannel.open(pidFile, StandardOpenOption.READ);
        FileLock ours = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return ours == null;
    }
  }

  private static RunDirectoryOwner holder(Path runDir, Path pidFile) throws IOException {
    String text = Files.readString(pidFile).strip();
    if (!text.matches("\\d{1,18}")) {
      return new Unclear("it is starting or stopping at this moment");
    }
    long pid = Long.parseLong(text);
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      return new Unclear("its process " + pid + " is not visible here (is it in a container?)");
    }
    Instant written = Files.getLastModifiedTime(pidFile).toInstant();
    boolean isLater =
        process
            .get()
            .info()
            .startInstant()
            .filter(start -> start.isAfter(written.plus(CLOCK_SLACK)))
            .isPresent();
    return isLater
        ? new Unclear(
            "process " + pid + " started after the pid file was written, so it is another one")
        : new Held(process.get(), port(runDir));
  }

  private static @Nullable Integer port(Path runDir) throws IOException {
    try {
      String text = Files.readString(runDir.resolve("bus.port")).strip();
      return text.matches("\\d{1,5}") ? Integer.valueOf(text) : null;
    } catch (NoSuchFileException starting) {
      return null;
    }
  }
}
