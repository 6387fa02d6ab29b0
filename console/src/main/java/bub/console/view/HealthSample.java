package bub.console.view;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of the bus in one second.
 *
 * @param uptimeSeconds time since the start of the bus
 * @param refusedBy refusals per second, by reason
 * @param deliveries deliveries per second, by outcome
 * @param measured number of messages behind the percentiles
 * @param memory null when the bus has no memory account
 */
public record HealthSample(
    String at,
    boolean connected,
    long uptimeSeconds,
    long peers,
    long subscriptions,
    long inFlight,
    double perSecond,
    double refusedPerSecond,
    Map<String, Double> refusedBy,
    Map<String, Double> deliveries,
    @Nullable Double p50Ms,
    @Nullable Double p90Ms,
    @Nullable Double p99Ms,
    @Nullable Double maxMs,
    long measured,
    long logQueuedBytes,
    long logLost,
    boolean logFailing,
    long heapBytes,
    long consoleHeapBytes,
    @Nullable MemoryView memory) {}
