package bub.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Log files {@code WORKSPACE/logs/NAME} below one directory. An agent can replace any part of its
 * workspace, so each step is opened relative to the one before, and no link is followed.
 */
public final class WorkspaceLogs {
  private static final String LOGS = "logs";

  private final Path workspaces;

  private WorkspaceLogs(Path workspaces) {
    this.workspaces = workspaces;
  }

  public static WorkspaceLogs in(Path workspaces) {
    return new WorkspaceLogs(workspaces);
  }

  /** Logs of this log's workspace and its neighbours; null when the path cannot be a log. */
  public static @Nullable WorkspaceLogs around(String log) {
    Path file = parse(log);
    return file == null ? null : new WorkspaceLogs(workspacesOf(file));
  }

  /** Last lines of a file; {@code more} when it has lines before these. */
  public record Tail(List<String> lines, boolean more) {}

  /** Complete lines up to the position {@code end}. */
  public record Growth(List<String> lines, long end) {}

  private interface LogReader<T> {
    T read(SeekableByteChannel log) throws IOException;
  }

  /** Null when the logs of the workspace have no regular file of this name. */
  public @Nullable Tail tail(String log, int lines, int maxBytes) throws IOException {
    return open(log, channel -> read(channel, lines, maxBytes));
  }

  /** Reads from the beginning when the log has become shorter; null when there is no such log. */
  public @Nullable Growth since(String log, long position, int maxBytes) throws IOException {
    return open(log, channel -> growth(channel, position, maxBytes));
  }

  private <T> @Nullable T open(String log, LogReader<T> reader) throws IOException {
    Path file = parse(log);
    if (file == null || !isRoot(workspacesOf(file))) {
      return null;
    }
    try (DirectoryStream<Path> root = Files.newDirectoryStream(workspaces)) {
      if (root instanceof SecureDirectoryStream<Path> secure) {
        return open(secure, file, reader);
      }
      throw new IOException("cannot open logs safely on the file system of " + workspaces);
    } catch (FileSystemException missingOrLink) {
      return null;
    }
  }

  private static <T> @Nullable T open(
      SecureDirectoryStream<Path> root, Path file, LogReader<T> reader) throws IOException {
    try (var workspace = root.newDirectoryStream(name(file, 3), NOFOLLOW_LINKS);
        var logs = workspace.newDirectoryStream(name(file, 2), NOFOLLOW_LINKS)) {
      return openIn(logs, name(file, 1), reader);
    }
  }

  private static <T> @Nullable T openIn(
      SecureDirectoryStream<Path> logs, Path name, LogReader<T> reader) throws IOException {
    var view = logs.getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS);
    // Before the open: to open a pipe blocks until it has a writer.
    if (!view.readAttributes().isRegularFile()) {
      return null;
    }
    try (var channel = logs.newByteChannel(name, Set.of(READ, NOFOLLOW_LINKS))) {
      return reader.read(channel);
    }
  }

  private static Growth growth(SeekableByteChannel log, long position, int maxBytes)
      throws IOException {
    long start = position > log.size() ? 0 : position;
    ByteBuffer news = ByteBuffer.allocate((int) Math.min(log.size() - start, maxBytes));
    log.position(start);
    while (news.hasRemaining() && log.read(news) >= 0) {
      // One read may return less than the rest.
    }
    int end = news.position();
    while (end > 0 && news.get(end - 1) != '\n') {
      end--;
    }
    return new Growth(new String(news.array(), 0, end, UTF_8).lines().toList(), start + end);
  }

  private static Tail read(SeekableByteChannel log, int lines, int maxBytes) throws IOException {
    long skipped = Math.max(0, log.size() - maxBytes);
    ByteBuffer end = ByteBuffer.allocate((int) (log.size() - skipped));
    log.position(skipped);
    while (end.hasRemaining() && log.read(end) >= 0) {
      // One read may return less than the rest.
    }
    List<String> all = new String(end.array(), 0, end.position(), UTF_8).lines().toList();
    // A part from inside the file starts with an incomplete line.
    int first = Math.min(all.size(), Math.max(skipped > 0 ? 1 : 0, all.size() - lines));
    return new Tail(all.subList(first, all.size()), skipped > 0 || first > 0);
  }

  private boolean isRoot(Path directory) throws IOException {
    try {
      return Files.isSameFile(directory, workspaces);
    } catch (FileSystemException missing) {
      return false;
    }
  }

  private static @Nullable Path parse(String log) {
    try {
      Path file = Path.of(log);
      boolean isLog =
          file.isAbsolute()
              && file.equals(file.normalize())
              && file.getNameCount() > 3
              && name(file, 2).toString().equals(LOGS);
      return isLog ? file : null;
    } catch (InvalidPathException odd) {
      return null;
    }
  }

  private static Path workspacesOf(Path log) {
    return log.getRoot().resolve(log.subpath(0, log.getNameCount() - 3));
  }

  private static Path name(Path file, int fromEnd) {
    return file.getName(file.getNameCount() - fromEnd);
  }
}
