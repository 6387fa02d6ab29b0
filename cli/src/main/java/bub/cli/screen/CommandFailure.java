package bub.cli.screen;

import java.util.List;

/** Failure of a command, with the problem and hints for the user. */
public final class CommandFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final transient List<String> hints;

  public CommandFailure(int exitCode, String problem, String... hints) {
    super(problem);
    this.exitCode = exitCode;
    this.hints = List.of(hints);
  }

  public int exitCode() {
    return exitCode;
  }

  public List<String> hints() {
    return hints;
  }
}
