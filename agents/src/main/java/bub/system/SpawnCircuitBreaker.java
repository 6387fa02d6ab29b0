package bub.system;

import java.time.Duration;
import java.time.Instant;

/**
 * Keeps an agent that was given up from being started again at once, longer each time. On its
 * guardian's thread.
 */
final class SpawnCircuitBreaker {
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** An agent that has run for so long counts as sound again. */
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

  /** An agent that was connected before it failed gets one more try at once. */
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

  /** Somebody who knows has looked after it. */
  void reset() {
    next = Duration.ZERO;
    closedUntil = Instant.MIN;
  }

  /** Time until the agent may start again; zero or less when it may start now. */
  Duration remaining(Instant now) {
    return closedUntil.isAfter(now) ? Duration.between(now, closedUntil) : Duration.ZERO;
  }
}
