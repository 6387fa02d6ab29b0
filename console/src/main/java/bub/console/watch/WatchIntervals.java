package bub.console.watch;

import java.time.Duration;

/** Intervals of the watch; after the timeout of a sample the bus counts as unreachable. */
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
