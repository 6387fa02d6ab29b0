package bub.system.spawn;

import java.time.Duration;

/**
 * Limits and delays for the restart of a failed agent.
 *
 * @param failures number of failures within {@code window} that is too many
 * @param firstDelay delay after the first failure; doubles up to {@code longestDelay}
 * @param grace time that an agent gets to end on request
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

  Duration delay(int earlier) {
    Duration doubled = firstDelay.multipliedBy(1L << Math.min(earlier, 30));
    return doubled.compareTo(longestDelay) < 0 ? doubled : longestDelay;
  }
}
