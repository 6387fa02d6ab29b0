package bub.store;

import java.time.Duration;

/** Rule for the commits of a store: faults that they survive, and the time between them. */
public enum CommitPolicy {
  /** Committed data survives a power cut. Each commit waits for the disk. */
  DURABLE("FULL", Duration.ZERO),

  /**
   * Committed data survives the end of the process; a power cut may take the last moments. Under
   * load, tasks wait a few milliseconds to share a commit, which costs more than a task.
   */
  SHARED("NORMAL", Duration.ofMillis(10));

  private final String synchronous;
  private final Duration interval;

  CommitPolicy(String synchronous, Duration interval) {
    this.synchronous = synchronous;
    this.interval = interval;
  }

  /** Value of SQLite's pragma {@code synchronous}. */
  String synchronous() {
    return synchronous;
  }

  /** Shortest time from one commit to the next. */
  Duration interval() {
    return interval;
  }
}
