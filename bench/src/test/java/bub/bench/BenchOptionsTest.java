package bub.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.bench.measure.MeasurementPlan;
import bub.bench.server.ServerCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BenchOptionsTest {
  @Test
  void measuresInFullUnlessAskedToBeQuick() {
    assertThat(BenchOptions.parse(List.of()))
        .contains(
            new BenchOptions(
                MeasurementPlan.FULL,
                ServerCommand.BUB,
                Optional.empty(),
                false,
                false,
                Optional.empty()));
    assertThat(BenchOptions.parse(List.of("--quick")).orElseThrow().plan())
        .isEqualTo(MeasurementPlan.QUICK);
  }

  @Test
  void takesAFileForTheResultsAndACommandForBub() {
    BenchOptions options =
        BenchOptions.parse(List.of("--json", "out.json", "--bub-command", " ./bub  -v "))
            .orElseThrow();
    assertThat(options.json()).contains(Path.of("out.json"));
    assertThat(options.bubCommand()).containsExactly("./bub", "-v");
  }

  @Test
  void takesACommandForTheOtherBuild() {
    BenchOptions options = BenchOptions.parse(List.of("--against", "../old/bub -v")).orElseThrow();
    assertThat(options.otherCommand()).contains(List.of("../old/bub", "-v"));
  }

  @Test
  void asksForHelpWhereverItStands() {
    assertThat(BenchOptions.parse(List.of("--quick", "--help"))).isEmpty();
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> BenchOptions.parse(List.of("--fast"))).hasMessageContaining("--fast");
    assertThatThrownBy(() -> BenchOptions.parse(List.of("--json"))).hasMessageContaining("--json");
  }
}
