package bub.cli;

/** What scripts can tell from the exit code of {@code bub}. */
final class ExitCodes {
  static final int OK = 0;
  static final int FAILED = 1;

  /** {@code bub bus send}: the bus has it, but nobody listens there. */
  static final int NOBODY_LISTENS = 2;

  static final int USAGE = 64;

  /** No bus could be reached, or it did not answer. */
  static final int UNAVAILABLE = 69;

  /** bub refuses to start like this, and says how it would. */
  static final int CONFIG = 78;

  private ExitCodes() {}
}
