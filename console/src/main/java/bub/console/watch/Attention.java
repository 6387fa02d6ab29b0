package bub.console.watch;

/**
 * How closely to look. Being watched costs the bus something for each message, so a busy one is
 * looked at for a part of the time only, and one that nobody looks at even less. One thread only.
 */
final class Attention {
  /** So many messages a second can be watched without anybody noticing. */
  private static final double WATCHED_A_SECOND = 500;

  private static final double NOBODY_LOOKS = 0.2;
  private static final double LEAST = 0.05;

  private double due;

  /** The share of the time that is worth looking at. */
  static double share(int browsers, double messagesPerSecond) {
    double bearable = Math.clamp(WATCHED_A_SECOND / Math.max(messagesPerSecond, 1), LEAST, 1);
    return browsers == 0 ? Math.min(NOBODY_LOOKS, bearable) : bearable;
  }

  /** Whether to look in the next step, so that in the end it is this share of them. */
  boolean isDue(double share) {
    due += share;
    if (due < 1) {
      return false;
    }
    due = Math.min(due - 1, 1);
    return true;
  }
}
