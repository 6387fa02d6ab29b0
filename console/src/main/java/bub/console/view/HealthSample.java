package bub.console.view;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the bus was in one second.
 *
 * @param uptimeSeconds how long it runs
 * @param refusedBy refused a second, by the reason
 * @param deliveries a second, by how they ended
 * @param measured how many messages the percentiles are from
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
