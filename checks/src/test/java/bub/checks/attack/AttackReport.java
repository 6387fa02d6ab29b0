package bub.checks.attack;

import java.util.ArrayList;
import java.util.List;

/** Figures of the bus and of its innocent peers during one attack. */
record AttackReport(
    Attack attack,
    String attackers,
    boolean isAlive,
    long peakResidentBytes,
    int messages,
    long p99Millis,
    long slowestMillis,
    List<String> refusals) {
  static final long MOST_RESIDENT_BYTES = 512L << 20;

  /** The promises that the bus has not kept. */
  List<String> brokenPromises() {
    var broken = new ArrayList<String>();
    if (!isAlive) {
      broken.add("the process ended");
    }
    if (!refusals.isEmpty()) {
      broken.add("a bystander was refused: " + refusals.getFirst());
    }
    if (peakResidentBytes > MOST_RESIDENT_BYTES) {
      broken.add("resident memory reached " + (peakResidentBytes >> 20) + " MiB");
    }
    return broken;
  }

  /** One line for the person who reads the log of the tests. */
  @Override
  public String toString() {
    return "%-75s %s, resident %d MiB, %s; bystanders: %d messages, %d refused, p99 %d ms, max %d ms"
        .formatted(
            attack.name(),
            isAlive ? "alive" : "DEAD",
            peakResidentBytes >> 20,
            attackers,
            messages,
            refusals.size(),
            p99Millis,
            slowestMillis);
  }
}
