package bub.cli.screen;

/** Exit codes of {@code bub}, for scripts. */
public final class ExitCodes {
  public static final int OK = 0;
  public static final int FAILED = 1;

  /** Result of {@code bub bus send} when no peer listens on the address. */
  public static final int NOBODY_LISTENS = 2;

  public static final int USAGE = 64;

  /** No bus was reachable, or it did not answer. */
  public static final int UNAVAILABLE = 69;

  /** bub refuses to start with this configuration and explains a valid one. */
  public static final int CONFIG = 78;

  private ExitCodes() {}
}
