package bub.system.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import bub.system.spawn.LocalProcess.FailureCounter;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitStateTest {
  @Test
  void readsWhatSystemctlShows() {
    UnitState state =
        UnitState.read(
            """
            Id=bub-agent-worker-abc123.service
            LoadState=loaded
            ActiveState=activating
            SubState=auto-restart
            Result=exit-code
            ExecMainStatus=3
            MainPID=0
            NRestarts=2
            """);

    assertThat(state.unit()).isEqualTo("bub-agent-worker-abc123");
    assertThat(state.isLive()).isTrue();
    assertThat(state.isBetweenRuns()).isTrue();
    assertThat(state.restarts()).isEqualTo(2);
    assertThat(state.words()).isEqualTo("it ended with exit code 3");
  }

  @Test
  void whatSystemdDoesNotSayIsNotThere() {
    UnitState state = UnitState.read("Id=x.service\nLoadState=not-found\nMainPID=[not set]");

    assertThat(state.isKnown()).isFalse();
    assertThat(state.isLive()).isFalse();
    assertThat(state.mainPid()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0,500", "1,1000", "2,2000", "4,8000", "40,8000"})
  void theWaitDoublesUpToALimit(int earlier, long millis) {
    assertThat(RestartPolicy.standard().delay(earlier)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void oldFailuresAreForgotten() {
    var failures = new FailureCounter(RestartPolicy.standard());
    Instant now = Instant.EPOCH;
    for (int i = 0; i < 20; i++) {
      now = now.plusSeconds(20);
      assertThat(failures.add(now)).isTrue();
    }
    assertThat(failures.add(now)).isFalse();
  }
}
