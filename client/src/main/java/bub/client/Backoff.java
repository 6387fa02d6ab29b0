package bub.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Wait before the next attempt: a random time up to a ceiling that doubles with each failure ("full
 * jitter"), so that clients that failed together do not return together.
 */
public record Backoff(Duration base, Duration cap) {
  /** Backoff for connections. */
  public static final Backoff RECONNECT =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

  /** Backoff for connections that people wait for, directly or through a chat. */
  public static final Backoff WATCHED = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

  /** Backoff for messages that no recipient accepts yet. */
  public static final Backoff REDELIVER =
      new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60));

  /**
   * Wait after one more failure.
   *
   * @param failures number of earlier failures
   * @param chance source of numbers from 0 to 1
   */
  public Duration delay(int failures, DoubleSupplier chance) {
    double ceiling = Math.min((double) cap.toNanos(), base.toNanos() * Math.pow(2, failures));
    return Duration.ofNanos((long) (chance.getAsDouble() * ceiling));
  }

  /**
   * Wait after a refusal that names a delay: at least that delay and at most twice as much, after
   * any number of failures.
   *
   * @param atLeast delay of the refusal; zero when it names none
   */
  public Duration delay(int failures, DoubleSupplier chance, Duration atLeast) {
    Duration backoff = delay(failures, chance);
    if (atLeast.isZero()) {
      return backoff;
    }
    Duration atMost = atLeast.multipliedBy(2);
    Duration wanted = backoff.compareTo(atMost) < 0 ? backoff : atMost;
    return wanted.compareTo(atLeast) > 0 ? wanted : atLeast;
  }
}
