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

  /** For connections that somebody waits for: people who look, and the chats of bub's own parts. */
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

  /**
   * The wait after a refusal that says when to come back: not before that, and not after twice the
   * time, however many failures there were.
   *
   * @param atLeast zero when the refusal does not say
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
