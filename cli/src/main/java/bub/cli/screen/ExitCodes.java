package bub.cli.screen;

/** What scripts can tell from the exit code of {@code bub}. */
public final class ExitCodes {
  public static final int OK = 0;
  public static final int FAILED = 1;

  /** {@code bub bus send}: the bus has it, but nobody listens there. */
  public static final int NOBODY_LISTENS = 2;

  public static final int USAGE = 64;

  /** No bus could be reached, or it did not answer. */
  public static final int UNAVAILABLE = 69;

  /** bub refuses to start like this, and says how it would. */
  public static final int CONFIG = 78;

  private ExitCodes() {}
}
