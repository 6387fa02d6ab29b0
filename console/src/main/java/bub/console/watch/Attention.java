package bub.console.watch;

/**
 * How closely to look. Being watched costs the bus something for each message, so a busy one is
 * looked at for a part of the time only, and one that nobody looks at even less. One thread only.
 */
final class Attention {
  /** So many messages a second can be watched without anybody noticing. */
  private static final double WATCHED_A_SECOND = 500;

  /** For the figures alone, while nobody looks. */
  private static final double UNSEEN_A_SECOND = 100;

  private static final double LEAST = 0.05;

  private double due;

  /** The share of the time that is worth looking at. */
  static double share(int browsers, double messagesPerSecond) {
    double bearable = browsers == 0 ? UNSEEN_A_SECOND : WATCHED_A_SECOND;
    return Math.clamp(bearable / Math.max(messagesPerSecond, 1), LEAST, 1);
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
