package bub.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** All windows of one server in one line: medians, because a neighbour's noise is never typical. */
record Summary(
    double cpuMicros,
    double cpuMicrosMin,
    double perSecond,
    double p50Micros,
    double p99Micros,
    int windows) {

  static Summary of(List<Window> windows) {
    return new Summary(
        median(windows, Window::cpuMicros),
        windows.stream().mapToDouble(Window::cpuMicros).min().orElseThrow(),
        median(windows, Window::perSecond),
        median(windows, Window::p50Micros),
        median(windows, Window::p99Micros),
        windows.size());
  }

  private static double median(List<Window> windows, ToDoubleFunction<Window> figure) {
    double[] sorted = windows.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
