package bub.console.watch;

import java.time.Duration;

/**
 * How often things happen.
 *
 * @param flush browsers are told what happened
 * @param sample the bus is asked how it does
 * @param patience a bus that has not said in this time how it does counts as away
 * @param heartbeat a stream on which nothing happens shows that it is alive
 */
public record WatchIntervals(
    Duration flush, Duration sample, Duration patience, Duration heartbeat) {
  public static WatchIntervals standard() {
    return new WatchIntervals(
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15));
  }
}
