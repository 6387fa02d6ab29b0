package bub.lobby.contract;

/**
 * Ends a run from deep inside the library. An error rather than an exception, because the library
 * logs exceptions on their way through, and these are everyday.
 */
final class Stop extends Error {
  private static final long serialVersionUID = 1;

  private final boolean enough;

  private Stop(boolean enough) {
    super(null, null, false, false);
    this.enough = enough;
  }

  /** The effort is spent: nobody knows. */
  static Stop spent() {
    return new Stop(false);
  }

  /** More need not be known. */
  static Stop enough() {
    return new Stop(true);
  }

  boolean isEnough() {
    return enough;
  }
}
