package bub.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before trying again: anything from nothing to a ceiling that doubles with each
 * failure ("full jitter"), so that clients who failed together do not return together.
 */
public record Backoff(Duration base, Duration cap) {
  /** For connections. */
  public static final Backoff RECONNECT =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

  /** For connections that somebody looks at. */
  public static final Backoff WATCHED = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

  /** For messages that nobody takes yet. */
  public static final Backoff REDELIVER =
      new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60));

  /**
   * The wait after one more failure.
   *
   * @param failures how many came before this one
   * @param chance gives numbers from 0 to 1
   */
  public Duration delay(int failures, DoubleSupplier chance) {
    double ceiling = Math.min((double) cap.toNanos(), base.toNanos() * Math.pow(2, failures));
    return Duration.ofNanos((long) (chance.getAsDouble() * ceiling));
  }
}
