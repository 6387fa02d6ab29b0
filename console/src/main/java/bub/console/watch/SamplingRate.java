package bub.console.watch;

/** Share of messages to watch, because watching costs the bus time per message. */
final class SamplingRate {
  /** Messages per second that can be watched without a noticeable cost. */
  private static final double WATCHED_A_SECOND = 250;

  /** Messages per second for the metrics alone, while no browser is open. */
  private static final double UNSEEN_A_SECOND = 100;

  private static final int FEWEST = 1 << 16;

  private SamplingRate() {}

  /** Returns a power of two, so that small changes of the rate have no effect. */
  static int oneIn(int browsers, double messagesPerSecond) {
    double bearable = browsers == 0 ? UNSEEN_A_SECOND : WATCHED_A_SECOND;
    int wanted = (int) Math.min(FEWEST, Math.ceil(messagesPerSecond / bearable));
    return wanted <= 1 ? 1 : Integer.highestOneBit(wanted - 1) << 1;
  }
}
