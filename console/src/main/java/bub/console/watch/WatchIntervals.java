package bub.console.watch;

import java.time.Duration;

/**
 * Intervals of the watch.
 *
 * @param flush interval of the updates to browsers
 * @param sample interval of the requests for metrics
 * @param timeout timeout of these requests, after which the bus counts as unreachable
 * @param heartbeat interval of keep-alives on an idle stream
 */
public record WatchIntervals(
    Duration flush, Duration sample, Duration timeout, Duration heartbeat) {
  public static WatchIntervals standard() {
    return new WatchIntervals(
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15));
  }
}
