package bub.lobby.contract;

/**
 * Throwable that aborts a run from deep inside the library. It is an error, because the library
 * logs every exception that passes through, and this one is routine.
 */
final class CheckStopped extends Error {
  private static final long serialVersionUID = 1;

  private final boolean enough;

  private CheckStopped(boolean enough) {
    super(null, null, false, false);
    this.enough = enough;
  }

  /** Stop without a result, because the budget is spent. */
  static CheckStopped spent() {
    return new CheckStopped(false);
  }

  /** Stop because enough is known. */
  static CheckStopped enough() {
    return new CheckStopped(true);
  }

  boolean isEnough() {
    return enough;
  }
}
