package bub.bench.measure;

import bub.bench.wire.MeasurementWindow;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Medians of all windows of one server, because noise from other processes is never typical. */
public record WindowSummary(
    double cpuMicros,
    double cpuMicrosMin,
    double perSecond,
    double p50Micros,
    double p99Micros,
    int windows) {

  public static WindowSummary of(List<MeasurementWindow> windows) {
    return new WindowSummary(
        median(windows, MeasurementWindow::cpuMicros),
        windows.stream().mapToDouble(MeasurementWindow::cpuMicros).min().orElseThrow(),
        median(windows, MeasurementWindow::perSecond),
        median(windows, MeasurementWindow::p50Micros),
        median(windows, MeasurementWindow::p99Micros),
        windows.size());
  }

  private static double median(
      List<MeasurementWindow> windows, ToDoubleFunction<MeasurementWindow> figure) {
    double[] sorted = windows.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
