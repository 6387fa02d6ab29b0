package bub.console.api;

import bub.console.view.HealthSample;
import bub.console.watch.BusWatch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The bus's figures in the text format of Prometheus; every name begins {@code bub_}. */
public record Prometheus(BusWatch watch, IntSupplier browsers) {
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final String DELIVERIES = "deliveries_";
  private static final String TOTAL = "_total";

  public String text() throws InterruptedException {
    var out = new StringBuilder();
    Map<String, Long> metrics = watch.metrics();
    gauge(out, "up", "whether the console reaches the bus", metrics == null ? 0 : 1);
    gauge(out, "console_streams", "browsers that look at the live stream", browsers.getAsInt());
    if (metrics != null) {
      metrics.forEach((name, value) -> figure(out, name, value));
      deliveries(out, metrics);
    }
    latency(out, watch.history().latest());
    return out.toString();
  }

  private static void figure(StringBuilder out, String name, long value) {
    if (isDelivery(name) || !name.matches("[a-z0-9_]+")) {
      return;
    }
    String type = name.endsWith(TOTAL) ? "counter" : "gauge";
    head(out, name, type, name.replace('_', ' '));
    out.append("bub_").append(name).append(' ').append(value).append('\n');
  }

  private static boolean isDelivery(String name) {
    return name.startsWith(DELIVERIES) && name.endsWith(TOTAL);
  }

  private static void deliveries(StringBuilder out, Map<String, Long> metrics) {
    var ends = new LinkedHashMap<String, Long>();
    metrics.forEach(
        (name, value) -> {
          if (isDelivery(name)) {
            ends.put(name.substring(DELIVERIES.length(), name.length() - TOTAL.length()), value);
          }
        });
    if (!ends.isEmpty()) {
      head(out, "deliveries_total", "counter", "deliveries by how they ended");
      ends.forEach(
          (status, value) ->
              out.append("bub_deliveries_total{status=\"%s\"} %d\n".formatted(status, value)));
    }
  }

  private static void latency(StringBuilder out, @Nullable HealthSample sample) {
    if (sample == null || sample.p50Ms() == null) {
      return;
    }
    head(out, "message_latency_seconds", "gauge", "of the messages seen in the last second");
    quantile(out, "0.5", sample.p50Ms());
    quantile(out, "0.9", sample.p90Ms());
    quantile(out, "0.99", sample.p99Ms());
    quantile(out, "1", sample.maxMs());
  }

  private static void quantile(StringBuilder out, String share, @Nullable Double millis) {
    if (millis != null) {
      out.append("bub_message_latency_seconds{quantile=\"%s\"} ".formatted(share));
      out.append(millis / 1_000).append('\n');
    }
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
