package bub.cli.screen;

import java.util.List;

/** A command that cannot be done, in words for people: what is wrong, and what to do instead. */
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
