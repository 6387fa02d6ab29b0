package bub.console.watch;

import bub.console.view.BusViews.HealthSample;
import bub.console.view.BusViews.MemoryView;
import bub.console.view.BusViews.NodeHealth;
import bub.protocol.Metrics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Rates per second from the bus's counters. One thread only. */
final class RateCalculator {
  /** Counts by node, because a node that was silent for a while must not look like a burst. */
  private @Nullable Map<String, SequencedMap<String, Long>> before;

  private long beforeNanos;

  /** The next counts may be those of another bus. */
  void forget() {
    before = null;
  }

  boolean hasBeginning() {
    return before != null;
  }

  void begin(Metrics metrics, long nanos) {
    before = byNode(metrics);
    beforeNanos = nanos;
  }

  private static Map<String, SequencedMap<String, Long>> byNode(Metrics metrics) {
    return metrics.nodes().isEmpty() ? Map.of("", metrics.values()) : metrics.nodes();
  }

  HealthSample sample(Metrics metrics, long nanos, Instant now, Latencies.Summary latency) {
    Map<String, Long> values = metrics.totals();
    Map<String, SequencedMap<String, Long>> last = before == null ? byNode(metrics) : before;
    double seconds = Math.max(0.001, (nanos - beforeNanos) / 1e9);
    Map<String, Double> refusedBy = rates(MetricFamily.REFUSALS, metrics, last, seconds);
    Map<String, Double> deliveries = rates(MetricFamily.DELIVERIES, metrics, last, seconds);
    double accepted = rate(metrics, last, "messages_accepted_total", seconds);
    double refused = rate(metrics, last, "messages_refused_total", seconds);
    List<NodeHealth> nodes = nodes(metrics, last, seconds);
    begin(metrics, nanos);
    return new HealthSample(
        now.toString(),
        true,
        value(values, "uptime_seconds"),
        value(values, "peers"),
        value(values, "subscriptions"),
        value(values, "messages_in_flight"),
        accepted,
        refused,
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
        memory(values),
        nodes);
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
        null,
        null);
  }

  private static Map<String, Double> rates(
      MetricFamily family,
      Metrics metrics,
      Map<String, SequencedMap<String, Long>> last,
      double seconds) {
    var rates = new LinkedHashMap<String, Double>();
    family
        .of(metrics.totals())
        .forEach((member, name) -> rates.put(member, rate(metrics, last, name, seconds)));
    return rates;
  }

  private static double rate(
      Metrics metrics, Map<String, SequencedMap<String, Long>> last, String name, double seconds) {
    double sum = 0;
    for (Map.Entry<String, SequencedMap<String, Long>> node : byNode(metrics).entrySet()) {
      Map<String, Long> its = last.get(node.getKey());
      sum += its == null ? 0 : rate(node.getValue(), its, name, seconds);
    }
    return sum;
  }

  private static double rate(
      Map<String, Long> values, Map<String, Long> last, String name, double seconds) {
    // A counter that went back belongs to a restarted bus.
    return Math.max(0, value(values, name) - value(last, name)) / seconds;
  }

  /** Returns null on a single bus. */
  private static @Nullable List<NodeHealth> nodes(
      Metrics metrics, Map<String, SequencedMap<String, Long>> last, double seconds) {
    if (metrics.nodes().isEmpty()) {
      return null;
    }
    var nodes = new ArrayList<NodeHealth>();
    metrics
        .nodes()
        .forEach(
            (name, values) ->
                nodes.add(node(name, values, last.getOrDefault(name, values), seconds)));
    for (String silent : metrics.missingNodes()) {
      nodes.add(new NodeHealth(silent, false, 0, 0, 0, 0, 0, 0, false, 0));
    }
    nodes.sort(Comparator.comparing(NodeHealth::name));
    return List.copyOf(nodes);
  }

  private static NodeHealth node(
      String name, Map<String, Long> values, Map<String, Long> last, double seconds) {
    double failed = 0;
    for (Map.Entry<String, String> outcome : MetricFamily.DELIVERIES.of(values).entrySet()) {
      if (!outcome.getKey().equals("ok") && !outcome.getKey().equals("no_recipient")) {
        failed += rate(values, last, outcome.getValue(), seconds);
      }
    }
    return new NodeHealth(
        name,
        true,
        value(values, "uptime_seconds"),
        value(values, "peers"),
        value(values, "messages_in_flight"),
        rate(values, last, "messages_accepted_total", seconds),
        rate(values, last, "messages_refused_total", seconds),
        failed,
        value(values, "activity_failing") != 0,
        value(values, "heap_used_bytes"));
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
