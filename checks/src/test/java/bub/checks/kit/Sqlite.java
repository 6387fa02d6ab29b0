package bub.checks.kit;

import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The {@code sqlite3} shell, as an outside tool for our files. */
public final class Sqlite {
  private Sqlite() {}

  /** The lines that a query prints, columns separated by {@code |}. */
  public static List<String> ask(Path database, String query)
      throws IOException, InterruptedException {
    try (var shell =
        ChildProcess.start(new ProcessBuilder("sqlite3", database.toString(), query))) {
      if (shell.awaitExit() != 0) {
        throw new AssertionError(shell.toString());
      }
      return shell.out().lines();
    }
  }
}
