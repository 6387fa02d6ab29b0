package bub.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Random wait up to a ceiling that doubles with each failure, so that clients that failed together
 * do not return together.
 */
public record Backoff(Duration base, Duration cap) {
  public static final Backoff RECONNECT =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

  /** For connections that people wait for, directly or through a chat. */
  public static final Backoff WATCHED = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

  /** For messages that no recipient accepts yet. */
  public static final Backoff REDELIVER =
      new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60));

  /** Wait after {@code failures} earlier failures; {@code chance} gives numbers from 0 to 1. */
  public Duration delay(int failures, DoubleSupplier chance) {
    double ceiling = Math.min((double) cap.toNanos(), base.toNanos() * Math.pow(2, failures));
    return Duration.ofNanos((long) (chance.getAsDouble() * ceiling));
  }

  /** Wait of at least {@code atLeast} (zero: no such demand) and at most twice as much. */
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
