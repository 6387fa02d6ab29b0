package bub.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bench.wire.MeasurementWindow;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class WindowSummaryTest {
  @Test
  void takesTheMiddleWindowSoThatOneBadOneDoesNotCount() {
    WindowSummary summary = WindowSummary.of(windows(6, 90, 5));
    assertThat(summary.cpuMicros()).isEqualTo(6);
    assertThat(summary.cpuMicrosMin()).isEqualTo(5);
    assertThat(summary.windows()).isEqualTo(3);
  }

  @Test
  void takesTheMeanOfTheTwoMiddleWindowsWhenTheirNumberIsEven() {
    assertThat(WindowSummary.of(windows(8, 5, 90, 6)).cpuMicros()).isEqualTo(7);
  }

  @Test
  void takesEveryFigureFromItsOwnMiddle() {
    WindowSummary summary =
        WindowSummary.of(
            List.of(
                new MeasurementWindow(1, 30, 7, 9),
                new MeasurementWindow(2, 20, 8, 8),
                new MeasurementWindow(3, 10, 9, 7)));
    assertThat(summary).isEqualTo(new WindowSummary(2, 1, 20, 8, 8, 3));
  }

  private static List<MeasurementWindow> windows(double... cpuMicros) {
    return DoubleStream.of(cpuMicros).mapToObj(cpu -> new MeasurementWindow(cpu, 1, 1, 1)).toList();
  }
}
