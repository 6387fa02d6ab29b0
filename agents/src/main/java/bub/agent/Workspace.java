package bub.agent;

import bub.agent.ConversationAgent.WorkspaceInUse;
import bub.client.TimeSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;

/** Directory of one agent, locked against other agents; the model may access only {@code data}. */
final class Workspace implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TICK = Duration.ofMillis(50);

  private final Path directory;
  private final FileChannel lock;

  private Workspace(Path directory, FileChannel lock) {
    this.directory = directory;
    this.lock = lock;
  }

  /** Waits briefly for an agent that is shutting down. */
  static Workspace open(Path directory, TimeSource time) throws IOException, InterruptedException {
    Path path = directory.toAbsolutePath();
    Path state = path.resolve("state");
    for (Path each : new Path[] {path, path.resolve("data"), path.resolve("logs"), state}) {
      createPrivate(each);
    }
    FileChannel channel =
        FileChannel.open(
            state.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    Instant deadline = time.now().plus(TIMEOUT);
    while (!isLocked(channel)) {
      if (time.now().isAfter(deadline)) {
        channel.close();
        throw new WorkspaceInUse(path);
      }
      time.sleep(TICK);
    }
    return new Workspace(path, channel);
  }

  private static void createPrivate(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return; // may be a symbolic link to a directory
    }
    try {
      Files.createDirectories(directory.getParent());
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException notADirectory) {
      throw new IOException(directory + " is not a directory", notADirectory);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException oursAlready) {
      return false;
    }
  }

  Path directory() {
    return directory;
  }

  Path config() {
    return directory.resolve("config.json");
  }

  Path prompt() {
    return directory.resolve("prompt.md");
  }

  Path data() {
    return directory.resolve("data");
  }

  Path state() {
    return directory.resolve("state");
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
