package bub.lobby.contract;

import java.time.Duration;

/**
 * Cost limit of one check; a unit is about one keyword on one value, roughly 30 ns. Units decide,
 * so that a slow machine gives the same result; the time limit covers misjudged units.
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
