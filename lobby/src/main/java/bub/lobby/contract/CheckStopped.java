package bub.lobby.contract;

/**
 * Ends a run from deep inside the library. An error rather than an exception, because the library
 * logs exceptions on their way through, and these are everyday.
 */
final class CheckStopped extends Error {
  private static final long serialVersionUID = 1;

  private final boolean enough;

  private CheckStopped(boolean enough) {
    super(null, null, false, false);
    this.enough = enough;
  }

  /** The effort is spent: nobody knows. */
  static CheckStopped spent() {
    return new CheckStopped(false);
  }

  /** More need not be known. */
  static CheckStopped enough() {
    return new CheckStopped(true);
  }

  boolean isEnough() {
    return enough;
  }
}
