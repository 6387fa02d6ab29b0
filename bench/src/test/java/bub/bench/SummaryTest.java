package bub.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SummaryTest {
  @Test
  void takesTheMiddleWindowSoThatOneBadOneDoesNotCount() {
    Summary summary = Summary.of(windows(6, 90, 5));
    assertThat(summary.cpuMicros()).isEqualTo(6);
    assertThat(summary.cpuMicrosMin()).isEqualTo(5);
    assertThat(summary.windows()).isEqualTo(3);
  }

  @Test
  void takesTheMeanOfTheTwoMiddleWindowsWhenTheirNumberIsEven() {
    assertThat(Summary.of(windows(8, 5, 90, 6)).cpuMicros()).isEqualTo(7);
  }

  @Test
  void takesEveryFigureFromItsOwnMiddle() {
    Summary summary =
        Summary.of(
            List.of(new Window(1, 30, 7, 9), new Window(2, 20, 8, 8), new Window(3, 10, 9, 7)));
    assertThat(summary).isEqualTo(new Summary(2, 1, 20, 8, 8, 3));
  }

  private static List<Window> windows(double... cpuMicros) {
    return DoubleStream.of(cpuMicros).mapToObj(cpu -> new Window(cpu, 1, 1, 1)).toList();
  }
}
