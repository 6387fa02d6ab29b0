package bub.cli.top;

import bub.cli.machine.HumanUnits;
import bub.console.view.BusViews.HealthSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/** The metrics of a bus, one per line, the most important ones when space is short. */
final class MetricLines {
  private static final int NAME = 12;
  private static final int LEAST_TREND = 8;
  private static final int MOST_TREND = 60;

  private record Figure(int importance, AttributedString line) {}

  private final BusSnapshot snapshot;
  private final int columns;
  private final List<Figure> figures = new ArrayList<>();

  private MetricLines(BusSnapshot snapshot, int columns) {
    this.snapshot = snapshot;
    this.columns = columns;
  }

  static List<AttributedString> draw(BusSnapshot snapshot, int columns, int rows) {
    var all = new MetricLines(snapshot, columns);
    all.messages();
    if (snapshot.health().connected()) {
      all.deliveries();
      all.latency();
      all.load();
      all.log();
      all.peers();
    }
    return all.best(rows);
  }

  private List<AttributedString> best(int rows) {
    List<Figure> chosen =
        figures.stream()
            .sorted(Comparator.comparingInt(Figure::importance))
            .limit(Math.max(0, rows))
            .toList();
    return figures.stream()
        .filter(chosen::contains)
        .map(figure -> TerminalCells.cut(figure.line(), columns))
        .toList();
  }

  private void add(int importance, String name, AttributedStringBuilder text) {
    var line = new AttributedStringBuilder();
    line.append(TerminalCells.left(name, NAME), TerminalCells.FAINT).append(text);
    figures.add(new Figure(importance, line.toAttributedString()));
  }

  private static AttributedStringBuilder text() {
    return new AttributedStringBuilder();
  }

  private void messages() {
    HealthSample health = snapshot.health();
    String refused = HumanUnits.rate(health.refusedPerSecond()) + " refused";
    var text = text().append(HumanUnits.rate(health.perSecond()), TerminalCells.BOLD).append("  ");
    text.append(refused, health.refusedPerSecond() > 0 ? TerminalCells.BAD : TerminalCells.FAINT)
        .append("  ");
    int room = Math.min(MOST_TREND, columns - NAME - text.columnLength());
    if (room >= LEAST_TREND && snapshot.rates().size() > 1) {
      text.append(Sparkline.of(snapshot.rates(), room), TerminalCells.GOOD);
    }
    add(0, "messages", text);
  }

  private void deliveries() {
    var text = text();
    boolean hasFailed = false;
    for (Map.Entry<String, Double> end : snapshot.health().deliveries().entrySet()) {
      boolean isOk = end.getKey().equals("ok");
      if (isOk || end.getValue() > 0) {
        String words =
            TerminalCells.fit(end.getKey(), columns) + " " + HumanUnits.rate(end.getValue());
        text.append(text.isEmpty() ? "" : "  ")
            .append(words, isOk ? TerminalCells.PLAIN : TerminalCells.BAD);
        hasFailed |= !isOk;
      }
    }
    add(hasFailed ? 1 : 3, "deliveries", text);
  }

  private void latency() {
    HealthSample health = snapshot.health();
    var known = new LinkedHashMap<String, Double>();
    know(known, "p50", health.p50Ms());
    know(known, "p90", health.p90Ms());
    know(known, "p99", health.p99Ms());
    know(known, "max", health.maxMs());
    AttributedStringBuilder text = percentiles(known);
    for (String dispensable : List.of("p90", "p50", "max")) {
      if (NAME + text.columnLength() > columns && known.remove(dispensable) != null) {
        text = percentiles(known);
      }
    }
    String measured = "  of " + HumanUnits.number(health.measured());
    if (!known.isEmpty() && NAME + text.columnLength() + measured.length() <= columns) {
      text.append(measured, TerminalCells.FAINT);
    }
    add(2, "latency", text);
  }

  private static void know(Map<String, Double> known, String name, @Nullable Double millis) {
    if (millis != null) {
      known.put(name, millis);
    }
  }

  private static AttributedStringBuilder percentiles(Map<String, Double> known) {
    var text = text();
    known.forEach(
        (name, millis) ->
            text.append(text.isEmpty() ? "" : "  ")
                .append(name + " ", TerminalCells.FAINT)
                .append(HumanUnits.millis(millis)));
    return known.isEmpty() ? text.append("no data yet", TerminalCells.FAINT) : text;
  }

  private void load() {
    HealthSample health = snapshot.health();
    var text = text().append(HumanUnits.number(health.inFlight()), TerminalCells.BOLD);
    text.append("  heap ", TerminalCells.FAINT).append(HumanUnits.bytes(health.heapBytes()));
    add(4, "in flight", text);
  }

  private void log() {
    HealthSample health = snapshot.health();
    boolean isBad = health.logFailing() || health.logLost() > 0;
    AttributedStyle style = isBad ? TerminalCells.BAD : TerminalCells.PLAIN;
    var text = text();
    if (health.logFailing()) {
      text.append("cannot be written: is the disk full?  ", TerminalCells.BAD);
    }
    String lost = health.logLost() == 0 ? "none" : HumanUnits.number(health.logLost());
    text.append("queue " + HumanUnits.bytes(health.logQueuedBytes()) + "  ");
    text.append(lost + " lost", style);
    add(isBad ? 0 : 5, "log", text);
  }

  private void peers() {
    String subscriptions = HumanUnits.count(snapshot.subscriptions(), "subscription");
    add(6, "peers", text().append(HumanUnits.number(snapshot.total()) + ", " + subscriptions));
  }

  static final class Sparkline {
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /** The numbers come oldest first; a shared bar shows the largest. */
    static String of(List<Double> numbers, int columns) {
      int bars = Math.min(numbers.size(), columns);
      double top = largest(numbers);
      var line = new StringBuilder(" ".repeat(columns - bars));
      for (int bar = 0; bar < bars; bar++) {
        int from = bar * numbers.size() / bars;
        int to = (bar + 1) * numbers.size() / bars;
        line.append(bar(largest(numbers.subList(from, to)), top));
      }
      return line.toString();
    }

    private static double largest(List<Double> numbers) {
      return numbers.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    private static char bar(double number, double top) {
      int last = BARS.length() - 1;
      return BARS.charAt(top <= 0 ? 0 : Math.clamp(Math.round(number / top * last), 0, last));
    }
  }
}
