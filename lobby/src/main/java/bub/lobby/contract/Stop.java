package bub.lobby.contract;

/**
 * Ends a check from deep inside the library. An error rather than an exception, because the library
 * logs exceptions on their way through, and these are everyday.
 */
final class Stop extends Error {
  private static final long serialVersionUID = 1;

  /** The effort is spent: nobody knows. */
  static final Stop SPENT = new Stop("spent");

  /** Enough is known. */
  static final Stop ENOUGH = new Stop("enough");

  private Stop(String why) {
    super(why, null, false, false);
  }
}
