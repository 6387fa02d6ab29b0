package bub.lobby.contract;

import java.time.Duration;

/**
 * Cost limit of one check. A unit is about one keyword on one value, roughly 30 ns. The time limit
 * only stops checks whose units are misjudged, so a check has the same result on a slow machine.
 */
enum CheckBudget {
  /** Short enough for the hub thread. */
  GLANCE(500, Duration.ofMillis(5)),
  /** Short enough to run before others in the queue. */
  BRISK(50_000, Duration.ofMillis(100)),
  FULL(1_000_000, Duration.ofSeconds(3));

  final long units;
  final long nanos;

  CheckBudget(long units, Duration time) {
    this.units = units;
    this.nanos = time.toNanos();
  }
}
