package bub.cli.top;

import java.util.List;

/** Draws numbers as a line of small bars, newest at the right. */
final class Sparkline {
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private Sparkline() {}

  /**
   * Draws all numbers, oldest first, in at most {@code columns} bars. A shared bar shows the
   * largest.
   */
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
