package bub.lobby.contract;

import java.time.Duration;

/**
 * How much one check may cost. A unit is about one keyword on one value, some 30 ns; the clock only
 * stops what the units misjudge, so that a check ends the same way on a slow machine.
 */
enum CheckBudget {
  /** Short enough for the hub thread. */
  GLANCE(500, Duration.ofMillis(5)),
  /** Short enough to stand before others in the queue. */
  BRISK(50_000, Duration.ofMillis(100)),
  FULL(1_000_000, Duration.ofSeconds(3));

  final long units;
  final long nanos;

  CheckBudget(long units, Duration time) {
    this.units = units;
    this.nanos = time.toNanos();
  }
}
