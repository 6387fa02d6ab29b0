package bub.system.spawn;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What an agent prints, in its workspace: one file, and the one before it, neither too large. The
 * workspace is the agent's: a link that it may have put there is not followed.
 */
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

  /** Makes it fit to be written to, before anybody does. */
  void prepare() throws IOException {
    if (isTooLarge()) {
      Files.move(file, previous, REPLACE_EXISTING);
    } else if (Files.exists(file, NOFOLLOW_LINKS) && !isRegular()) {
      Files.delete(file);
    }
  }

  /** Puts a file that has grown too large aside, under the hands of one who only appends. */
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
