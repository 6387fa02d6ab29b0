package bub.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.console.view.LogTail;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ends of log files below one directory, and of no other: where a log is, somebody on the
 * bus has told us.
 */
public record LogFiles(Path root) {
  static final int MOST_LINES = 2_000;
  private static final int MOST_BYTES = 256 << 10;

  /** Null when there is no such file that we may read. */
  @Nullable LogTail tail(String agent, String path, int lines) throws IOException {
    Path file = find(path);
    if (file == null) {
      return null;
    }
    try (var log = new RandomAccessFile(file.toFile(), "r")) {
      long skipped = Math.max(0, log.length() - MOST_BYTES);
      log.seek(skipped);
      byte[] end = new byte[(int) (log.length() - skipped)];
      log.readFully(end);
      List<String> all = new String(end, UTF_8).lines().toList();
      // The first line of a part is part of a line.
      int first = Math.max(skipped > 0 ? 1 : 0, all.size() - lines);
      return new LogTail(
          agent, all.subList(Math.min(first, all.size()), all.size()), skipped > 0 || first > 0);
    }
  }

  private @Nullable Path find(String path) throws IOException {
    try {
      Path file = Path.of(path);
      if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
        return null;
      }
      Path real = file.toRealPath();
      return real.startsWith(root.toRealPath()) ? real : null;
    } catch (InvalidPathException odd) {
      return null;
    }
  }
}
