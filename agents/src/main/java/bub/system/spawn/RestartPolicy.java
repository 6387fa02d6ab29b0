package bub.system.spawn;

import java.time.Duration;

/**
 * How often and how soon an agent that failed is started again.
 *
 * @param failures so many within {@code window} are too many
 * @param firstDelay doubles with each failure, up to {@code longestDelay}
 * @param grace how long an agent may take to end when it is told to
 */
public record RestartPolicy(
    int failures, Duration window, Duration firstDelay, Duration longestDelay, Duration grace) {

  public static RestartPolicy standard() {
    return new RestartPolicy(
        5,
        Duration.ofSeconds(60),
        Duration.ofMillis(500),
        Duration.ofSeconds(8),
        Duration.ofSeconds(10));
  }

  /** The wait after the failure that comes after {@code earlier} others. */
  Duration delay(int earlier) {
    Duration doubled = firstDelay.multipliedBy(1L << Math.min(earlier, 30));
    return doubled.compareTo(longestDelay) < 0 ? doubled : longestDelay;
  }
}
