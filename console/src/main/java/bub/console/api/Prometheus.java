package bub.console.api;

import bub.console.watch.BusWatch;
import bub.console.watch.LatencyHistogram;
import bub.console.watch.MetricFamily;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** Metrics of the bus in the Prometheus text format; every name begins with {@code bub_}. */
public record Prometheus(BusWatch watch, IntSupplier browsers) {
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final String TOTAL = "_total";
  // The sum of its kinds; exporting both would count every refusal twice.
  private static final String REFUSED = "messages_refused_total";

  private static final List<Labelled> LABELLED =
      List.of(
          new Labelled(
              REFUSED, "counter", "Messages refused, by reason.", "reason", MetricFamily.REFUSALS),
          new Labelled(
              "deliveries_total",
              "counter",
              "Deliveries, by status.",
              "status",
              MetricFamily.DELIVERIES),
          new Labelled(
              "memory_held_by_kind_bytes",
              "gauge",
              "Memory held for peers, by kind.",
              "kind",
              MetricFamily.MEMORY));

  public String text() throws InterruptedException {
    var out = new StringBuilder();
    Map<String, Long> metrics = watch.metrics();
    gauge(out, "up", "1 if the console can reach the bus, else 0.", metrics == null ? 0 : 1);
    gauge(out, "console_streams", "Browsers with an open live stream.", browsers.getAsInt());
    if (metrics != null) {
      metrics.forEach((name, value) -> figure(out, name, value));
      LABELLED.forEach(labelled -> labelled.write(out, metrics));
    }
    latency(out, watch.latency().counts());
    return out.toString();
  }

  private static void figure(StringBuilder out, String name, long value) {
    if (hasLabels(name) || !name.matches("[a-z0-9_]+")) {
      return;
    }
    String type = name.endsWith(TOTAL) ? "counter" : "gauge";
    head(out, name, type, name.replace('_', ' '));
    out.append("bub_").append(name).append(' ').append(value).append('\n');
  }

  private static boolean hasLabels(String name) {
    return name.equals(REFUSED) || LABELLED.stream().anyMatch(one -> one.family.has(name));
  }

  /** Metrics of one family as one metric with a label. */
  private record Labelled(
      String name, String type, String help, String label, MetricFamily family) {
    void write(StringBuilder out, Map<String, Long> metrics) {
      Map<String, String> members = family.of(metrics);
      if (members.isEmpty()) {
        return;
      }
      head(out, name, type, help);
      members.forEach(
          (kind, figure) ->
              out.append(
                  "bub_%s{%s=\"%s\"} %d\n".formatted(name, label, kind, metrics.get(figure))));
    }
  }

  private static void latency(StringBuilder out, LatencyHistogram.Counts latency) {
    String name = "message_latency_seconds";
    head(out, name, "histogram", "Time from send to last ack, of the watched messages.");
    for (LatencyHistogram.Step step : latency.steps()) {
      String end = Double.isInfinite(step.seconds()) ? "+Inf" : String.valueOf(step.seconds());
      out.append("bub_%s_bucket{le=\"%s\"} %d\n".formatted(name, end, step.count()));
    }
    out.append("bub_").append(name).append("_sum ").append(latency.sumSeconds()).append('\n');
    out.append("bub_").append(name).append("_count ").append(latency.total()).append('\n');
  }

  private static void gauge(StringBuilder out, String name, String help, long value) {
    head(out, name, "gauge", help);
    out.append("bub_").append(name).append(' ').append(value).append('\n');
  }

  private static void head(StringBuilder out, String name, String type, String help) {
    out.append("# HELP bub_").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE bub_").append(name).append(' ').append(type).append('\n');
  }
}
