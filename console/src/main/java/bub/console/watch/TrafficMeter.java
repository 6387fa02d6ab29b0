package bub.console.watch;

import bub.console.view.BusViews.TrafficView.Edge;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Message counts per sender and recipient. One thread at a time. */
final class TrafficMeter {
  private static final int MOST_COUNTED = 10_000;
  private static final int MOST_SHOWN = 200;

  private record Way(String from, String to, String via) {}

  private static final class Count {
    private int messages;
    private int failed;
    private int timed;
    private double millis;
  }

  private final Map<Way, Count> ways = new HashMap<>();

  void delivered(String from, String to, String via, boolean ok, @Nullable Double tookMs) {
    var way = new Way(from, to, via);
    Count count = ways.get(way);
    if (count == null) {
      if (ways.size() == MOST_COUNTED) {
        return;
      }
      count = new Count();
      ways.put(way, count);
    }
    count.messages++;
    count.failed += ok ? 0 : 1;
    if (tookMs != null) {
      count.timed++;
      count.millis += tookMs;
    }
  }

  List<Edge> drain() {
    List<Edge> edges =
        ways.entrySet().stream()
            .map(entry -> edge(entry.getKey(), entry.getValue()))
            .sorted(Comparator.comparingInt(Edge::count).reversed())
            .limit(MOST_SHOWN)
            .toList();
    ways.clear();
    return edges;
  }

  private static Edge edge(Way way, Count count) {
    Double mean = count.timed == 0 ? null : (Double) (count.millis / count.timed);
    return new Edge(way.from(), way.to(), way.via(), count.messages, count.failed, mean);
  }
}
