package bub.console.watch;

import bub.console.view.HealthSample;
import bub.protocol.Metrics;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the bus's counters into what happened within a second. One thread only. */
final class Gauges {
  private static final String DELIVERIES = "deliveries_";
  private static final String TOTAL = "_total";

  private @Nullable Map<String, Long> before;
  private long beforeNanos;

  /** The next counts may be those of another bus. */
  void forget() {
    before = null;
  }

  HealthSample sample(Metrics metrics, long nanos, Instant now, Latencies.Summary latency) {
    Map<String, Long> values = metrics.values();
    Map<String, Long> last = before == null ? values : before;
    double seconds = Math.max(0.001, (nanos - beforeNanos) / 1e9);
    var deliveries = new LinkedHashMap<String, Double>();
    for (String name : values.keySet()) {
      if (name.startsWith(DELIVERIES) && name.endsWith(TOTAL)) {
        String status = name.substring(DELIVERIES.length(), name.length() - TOTAL.length());
        deliveries.put(status, rate(values, last, name, seconds));
      }
    }
    before = values;
    beforeNanos = nanos;
    return new HealthSample(
        now.toString(),
        true,
        value(values, "peers"),
        value(values, "subscriptions"),
        value(values, "messages_in_flight"),
        rate(values, last, "messages_accepted_total", seconds),
        rate(values, last, "messages_refused_total", seconds),
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
        ownHeap());
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
        ownHeap());
  }

  private static double rate(
      Map<String, Long> values, Map<String, Long> last, String name, double seconds) {
    // A count that went back is that of a bus that started again.
    return Math.max(0, value(values, name) - value(last, name)) / seconds;
  }

  static long value(Map<String, Long> values, String name) {
    return values.getOrDefault(name, 0L);
  }

  private static long ownHeap() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
