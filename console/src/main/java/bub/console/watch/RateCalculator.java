package bub.console.watch;

import bub.console.view.BusViews.HealthSample;
import bub.console.view.BusViews.MemoryView;
import bub.protocol.Metrics;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rates per second from the bus's counters. One thread only. */
final class RateCalculator {
  private @Nullable Map<String, Long> before;
  private long beforeNanos;

  /** The next counts may be those of another bus. */
  void forget() {
    before = null;
  }

  boolean hasBeginning() {
    return before != null;
  }

  void begin(Map<String, Long> counts, long nanos) {
    before = counts;
    beforeNanos = nanos;
  }

  HealthSample sample(Metrics metrics, long nanos, Instant now, Latencies.Summary latency) {
    Map<String, Long> values = metrics.values();
    Map<String, Long> last = before == null ? values : before;
    double seconds = Math.max(0.001, (nanos - beforeNanos) / 1e9);
    Map<String, Double> refusedBy = rates(MetricFamily.REFUSALS, values, last, seconds);
    Map<String, Double> deliveries = rates(MetricFamily.DELIVERIES, values, last, seconds);
    begin(values, nanos);
    return new HealthSample(
        now.toString(),
        true,
        value(values, "uptime_seconds"),
        value(values, "peers"),
        value(values, "subscriptions"),
        value(values, "messages_in_flight"),
        rate(values, last, "messages_accepted_total", seconds),
        rate(values, last, "messages_refused_total", seconds),
        refusedBy,
        deliveries,
        latency.p50(),
        latency.p90(),
        latency.p99(),
        latency.max(),
        latency.measured(),
        value(values, "activity_queued_bytes"),
        value(values, "activity_events_lost_total"),
        value(values, "activity_failing") != 0,
        value(values, "heap_used_bytes"),
        ownHeap(),
        memory(values));
  }

  static HealthSample withoutBus(Instant now) {
    return new HealthSample(
        now.toString(),
        false,
        0,
        0,
        0,
        0,
        0,
        0,
        Map.of(),
        Map.of(),
        null,
        null,
        null,
        null,
        0,
        0,
        0,
        false,
        0,
        ownHeap(),
        null);
  }

  private static Map<String, Double> rates(
      MetricFamily family, Map<String, Long> values, Map<String, Long> last, double seconds) {
    var rates = new LinkedHashMap<String, Double>();
    family
        .of(values)
        .forEach((member, name) -> rates.put(member, rate(values, last, name, seconds)));
    return rates;
  }

  private static double rate(
      Map<String, Long> values, Map<String, Long> last, String name, double seconds) {
    // A counter that went back belongs to a restarted bus.
    return Math.max(0, value(values, name) - value(last, name)) / seconds;
  }

  private static @Nullable MemoryView memory(Map<String, Long> values) {
    if (!values.containsKey("memory_limit_bytes")) {
      return null;
    }
    var kinds = new LinkedHashMap<String, Long>();
    MetricFamily.MEMORY.of(values).forEach((kind, name) -> kinds.put(kind, value(values, name)));
    return new MemoryView(
        value(values, "memory_limit_bytes"),
        value(values, "memory_held_bytes"),
        kinds,
        value(values, "memory_refused_total"),
        value(values, "memory_closed_total"));
  }

  static long value(Map<String, Long> values, String name) {
    return values.getOrDefault(name, 0L);
  }

  private static long ownHeap() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
