package bub.console.api;

import bub.console.watch.BusWatch;
import bub.console.watch.LatencyHistogram;
import bub.console.watch.MetricFamily;
import bub.protocol.Metrics;
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
    Metrics metrics = watch.metrics();
    gauge(out, "up", "1 if the console can reach the bus, else 0.", metrics == null ? 0 : 1);
    gauge(out, "console_streams", "Browsers with an open live stream.", browsers.getAsInt());
    if (metrics != null) {
      List<Part> parts = parts(metrics);
      if (!metrics.nodes().isEmpty()) {
        nodes(out, metrics);
      }
      metrics.totals().keySet().forEach(name -> figure(out, name, parts));
      LABELLED.forEach(labelled -> labelled.write(out, parts));
    }
    latency(out, watch.latency().counts());
    return out.toString();
  }

  /** Metrics of one node; the label is empty on a single bus. */
  private record Part(String label, Map<String, Long> metrics) {}

  private static List<Part> parts(Metrics metrics) {
    return metrics.nodes().isEmpty()
        ? List.of(new Part("", metrics.values()))
        : metrics.nodes().entrySet().stream()
            .map(node -> new Part(label(node.getKey()), node.getValue()))
            .toList();
  }

  private static String label(String node) {
    return "node=\"" + node.replaceAll("[^a-zA-Z0-9._-]", "_") + "\"";
  }

  private static void nodes(StringBuilder out, Metrics metrics) {
    head(out, "node_up", "gauge", "1 if the node answered, else 0.");
    metrics.nodes().keySet().forEach(node -> node(out, node, 1));
    metrics.missingNodes().forEach(node -> node(out, node, 0));
  }

  private static void node(StringBuilder out, String node, int up) {
    out.append("bub_node_up{").append(label(node)).append("} ").append(up).append('\n');
  }

  private static void figure(StringBuilder out, String name, List<Part> parts) {
    if (hasLabels(name) || !name.matches("[a-z0-9_]+")) {
      return;
    }
    String type = name.endsWith(TOTAL) ? "counter" : "gauge";
    head(out, name, type, name.replace('_', ' '));
    for (Part part : parts) {
      Long value = part.metrics().get(name);
      if (value != null) {
        out.append("bub_").append(name);
        out.append(part.label().isEmpty() ? "" : "{" + part.label() + "}");
        out.append(' ').append(value).append('\n');
      }
    }
  }

  private static boolean hasLabels(String name) {
    return name.equals(REFUSED) || LABELLED.stream().anyMatch(one -> one.family.has(name));
  }

  /** Metrics of one family as one metric with a label. */
  private record Labelled(
      String name, String type, String help, String label, MetricFamily family) {
    void write(StringBuilder out, List<Part> parts) {
      if (parts.stream().allMatch(part -> family.of(part.metrics()).isEmpty())) {
        return;
      }
      head(out, name, type, help);
      for (Part part : parts) {
        String more = part.label().isEmpty() ? "" : "," + part.label();
        family
            .of(part.metrics())
            .forEach(
                (kind, figure) ->
                    out.append(
                        "bub_%s{%s=\"%s\"%s} %d\n"
                            .formatted(name, label, kind, more, part.metrics().get(figure))));
      }
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
