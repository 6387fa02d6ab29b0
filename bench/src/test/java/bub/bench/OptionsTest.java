package bub.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void measuresInFullUnlessAskedToBeQuick() {
    assertThat(Options.parse(List.of()))
        .contains(new Options(Plan.FULL, Launch.BUB, Optional.empty(), Optional.empty()));
    assertThat(Options.parse(List.of("--quick")).orElseThrow().plan()).isEqualTo(Plan.QUICK);
  }

  @Test
  void takesAFileForTheResultsAndACommandForBub() {
    Options options =
        Options.parse(List.of("--json", "out.json", "--bub-command", " ./bub  -v ")).orElseThrow();
    assertThat(options.json()).contains(Path.of("out.json"));
    assertThat(options.bubCommand()).containsExactly("./bub", "-v");
  }

  @Test
  void takesACommandForTheOtherBuild() {
    Options options = Options.parse(List.of("--against", "../old/bub -v")).orElseThrow();
    assertThat(options.otherCommand()).contains(List.of("../old/bub", "-v"));
  }

  @Test
  void asksForHelpWhereverItStands() {
    assertThat(Options.parse(List.of("--quick", "--help"))).isEmpty();
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> Options.parse(List.of("--fast"))).hasMessageContaining("--fast");
    assertThatThrownBy(() -> Options.parse(List.of("--json"))).hasMessageContaining("--json");
  }
}
