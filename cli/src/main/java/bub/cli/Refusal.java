package bub.cli;

import java.util.List;

/** A command that cannot be done, in words for people: what is wrong, and what to do instead. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final transient List<String> hints;

  Refusal(int exitCode, String problem, String... hints) {
    super(problem);
    this.exitCode = exitCode;
    this.hints = List.of(hints);
  }

  int exitCode() {
    return exitCode;
  }

  List<String> hints() {
    return hints;
  }
}
