package bub.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.top.MetricLines.Sparkline;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparklineTest {
  @Test
  void theHighestBarIsTheLargestNumber() {
    assertThat(Sparkline.of(List.of(0.0, 1.0, 3.5, 7.0), 4)).isEqualTo("▁▂▅█");
  }

  @Test
  void theNewestIsAtTheRight() {
    assertThat(Sparkline.of(List.of(1.0, 2.0), 5)).isEqualTo("   ▅█");
  }

  @Test
  void ofManyTheLargestCounts() {
    assertThat(Sparkline.of(List.of(7.0, 0.0, 0.0, 3.0, 0.0), 3)).isEqualTo("█▁▄");
    assertThat(Sparkline.of(Collections.nCopies(300, 1e300), 60)).isEqualTo("█".repeat(60));
  }

  @Test
  void nothingIsFlat() {
    assertThat(Sparkline.of(List.of(), 3)).isEqualTo("   ");
    assertThat(Sparkline.of(List.of(0.0, 0.0), 2)).isEqualTo("▁▁");
  }
}
