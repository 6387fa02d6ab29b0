package bub.system;

import java.time.Duration;
import java.time.Instant;

/** Block on an agent that fails too often, longer each time. Supervisor thread only. */
final class SpawnCircuitBreaker {
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** Run time after which an agent counts as healthy again. */
  private static final Duration SOUND = Duration.ofMinutes(1);

  private Duration next = Duration.ZERO;
  private Instant closedUntil = Instant.MIN;
  private Instant upSince = Instant.MAX;

  void rising() {
    upSince = Instant.MAX;
  }

  void up(Instant now) {
    upSince = upSince.isAfter(now) ? now : upSince;
  }

  /** An agent that was connected before gets one immediate retry. */
  void gaveUp(Instant now) {
    if (upSince.isBefore(now.minus(SOUND))) {
      next = Duration.ZERO;
    }
    boolean wasUp = !upSince.isAfter(now);
    if (next.isZero() && !wasUp) {
      next = SHORTEST;
    }
    closedUntil = now.plus(next);
    Duration doubled = next.isZero() ? SHORTEST : next.multipliedBy(2);
    next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
  }

  void reset() {
    next = Duration.ZERO;
    closedUntil = Instant.MIN;
  }

  /** Zero when the agent may start now. */
  Duration remaining(Instant now) {
    return closedUntil.isAfter(now) ? Duration.between(now, closedUntil) : Duration.ZERO;
  }
}
