package bub.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExternalProgramTest {
  @Test
  void tellsHowItEndedAndAllThatItSaid() throws Exception {
    ExternalProgram.Finished finished =
        ExternalProgram.glance(List.of("sh", "-c", "echo one; echo two >&2; exit 3"));

    assertThat(finished.code()).isEqualTo(3);
    assertThat(finished.isGood()).isFalse();
    assertThat(finished.firstLine()).isEqualTo("one");
    assertThat(finished.output()).contains("two");
  }

  @Test
  void oneThatIsNotThereIsAFailure() {
    assertThatThrownBy(() -> ExternalProgram.glance(List.of("no-such-program-of-bub")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void oneThatHangsIsEnded() {
    assertThatThrownBy(() -> ExternalProgram.run(List.of("sleep", "600"), Duration.ofMillis(50)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("sleep did not finish");
  }
}
