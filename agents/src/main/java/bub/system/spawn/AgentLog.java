package bub.system.spawn;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Log in a workspace, of limited size; follows no links, which the agent can create. */
final class AgentLog {
  private static final long MAX_BYTES = 8 * 1024 * 1024;

  private final Path file;
  private final Path previous;

  AgentLog(Path workspace) {
    Path logs = workspace.resolve("logs");
    this.file = logs.resolve("agent.log");
    this.previous = logs.resolve("agent.log.1");
  }

  Path file() {
    return file;
  }

  /** Call it before the agent starts. */
  void prepare() throws IOException {
    if (isTooLarge()) {
      Files.move(file, previous, REPLACE_EXISTING);
    } else if (Files.exists(file, NOFOLLOW_LINKS) && !isRegular()) {
      Files.delete(file);
    }
  }

  /** Works while the agent appends to the file. */
  void trim() throws IOException {
    if (isTooLarge()) {
      Files.deleteIfExists(previous);
      Files.copy(file, previous, NOFOLLOW_LINKS);
      try (var channel = FileChannel.open(file, WRITE, NOFOLLOW_LINKS)) {
        channel.truncate(0);
      }
    }
  }

  private boolean isTooLarge() throws IOException {
    return isRegular() && Files.size(file) > MAX_BYTES;
  }

  private boolean isRegular() {
    return Files.isRegularFile(file, NOFOLLOW_LINKS);
  }
}
