package bub.bus;

import java.time.Duration;

/** Everything the bus refuses to exceed. The server enforces the rest on its sockets. */
public record Limits(
    int maxMessageBytes,
    int maxDepth,
    int maxBatch,
    Duration initializeTimeout,
    Duration processTimeout,
    Duration interceptTimeout,
    int maxInFlightPerPeer,
    int maxSubscriptionsPerConnection,
    int maxConnections) {

  public static Limits standard() {
    return new Limits(
        1024 * 1024,
        64,
        100,
        Duration.ofSeconds(60),
        Duration.ofSeconds(60),
        Duration.ofSeconds(5),
        1_024,
        1_024,
        20_000);
  }

  public Limits withProcessTimeout(Duration timeout) {
    return new Limits(
        maxMessageBytes,
        maxDepth,
        maxBatch,
        initializeTimeout,
        timeout,
        interceptTimeout,
        maxInFlightPerPeer,
        maxSubscriptionsPerConnection,
        maxConnections);
  }
}
