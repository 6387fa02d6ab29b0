package bub.console.watch;

/**
 * How closely to look. Being watched costs the bus something for each message, so of a busy one
 * only some are looked at, and of one that nobody looks at even fewer.
 */
final class SamplingRate {
  /** So many messages a second can be watched without anybody noticing. */
  private static final double WATCHED_A_SECOND = 250;

  /** For the figures alone, while nobody looks. */
  private static final double UNSEEN_A_SECOND = 100;

  private static final int FEWEST = 1 << 16;

  private SamplingRate() {}

  /** One message in how many; in powers of two, so that a rate that wavers changes nothing. */
  static int oneIn(int browsers, double messagesPerSecond) {
    double bearable = browsers == 0 ? UNSEEN_A_SECOND : WATCHED_A_SECOND;
    int wanted = (int) Math.min(FEWEST, Math.ceil(messagesPerSecond / bearable));
    return wanted <= 1 ? 1 : Integer.highestOneBit(wanted - 1) << 1;
  }
}
