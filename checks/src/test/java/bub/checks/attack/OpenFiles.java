package bub.checks.attack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Limit on the open files of this process, which the attacked bus inherits. */
final class OpenFiles {
  /** Connections that attackers may open: both ends need files for other things, too. */
  static final int MOST_CONNECTIONS = Math.max(100, limit() - 1_000);

  private OpenFiles() {}

  private static int limit() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
        if (line.startsWith("Max open files")) {
          String soft = line.substring("Max open files".length()).strip().split(" +", -1)[0];
          return soft.equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(soft);
        }
      }
      return Integer.MAX_VALUE;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
