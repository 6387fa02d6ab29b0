package bub.bus;

import bub.bus.memory.MemoryLimits;
import java.time.Duration;

/** Limits of the bus. The server enforces further limits on its sockets. */
public record BusLimits(
    int maxMessageBytes,
    int maxDepth,
    int maxBatch,
    Duration initializeTimeout,
    Duration processTimeout,
    Duration interceptTimeout,
    int maxInFlightPerPeer,
    int maxSubscriptionsPerConnection,
    int maxConnections,
    MemoryLimits memory) {
  private static final Duration INITIALIZE_FROM_AFAR = Duration.ofSeconds(10);

  public static BusLimits standard() {
    return new BusLimits(
        1024 * 1024,
        64,
        100,
        Duration.ofSeconds(60),
        Duration.ofSeconds(60),
        Duration.ofSeconds(5),
        1_024,
        1_024,
        20_000,
        MemoryLimits.standard());
  }

  public BusLimits withProcessTimeout(Duration timeout) {
    return new BusLimits(
        maxMessageBytes,
        maxDepth,
        maxBatch,
        initializeTimeout,
        timeout,
        interceptTimeout,
        maxInFlightPerPeer,
        maxSubscriptionsPerConnection,
        maxConnections,
        memory);
  }

  public Duration initializeTimeout(String remoteAddress) {
    boolean isShort = initializeTimeout.compareTo(INITIALIZE_FROM_AFAR) <= 0;
    return isShort || isLoopback(remoteAddress) ? initializeTimeout : INITIALIZE_FROM_AFAR;
  }

  private static boolean isLoopback(String address) {
    return address.equals("local")
        || address.startsWith("127.")
        || address.equals("::1")
        || address.equals("0:0:0:0:0:0:0:1");
  }
}
