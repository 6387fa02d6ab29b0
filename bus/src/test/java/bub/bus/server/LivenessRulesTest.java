package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.server.Liveness.State;
import org.junit.jupiter.api.Test;

/** Rules for pinging a peer and for giving it up. */
class LivenessRulesTest {
  private long now = -1_000_000_000_000L;
  private final Liveness liveness =
      new Liveness(() -> now, ServerSettings.on("127.0.0.1", 0)); // ping after 20 s, pong in 10 s

  @Test
  void pingsOnceAfterTwentySecondsOfSilence() {
    assertThat(after(20)).isEqualTo(State.ALIVE);
    assertThat(after(1)).isEqualTo(State.QUIET);
    assertThat(after(1)).isEqualTo(State.ALIVE);
  }

  @Test
  void givesUpTenSecondsAfterThat() {
    after(21);
    assertThat(after(9)).isEqualTo(State.ALIVE);
    assertThat(after(1)).isEqualTo(State.DEAD);
  }

  @Test
  void anySignOfLifeStartsItAllOver() {
    after(21);
    liveness.heard(now);
    assertThat(after(20)).isEqualTo(State.ALIVE);
    assertThat(after(1)).isEqualTo(State.QUIET);
  }

  private State after(int seconds) {
    now += seconds * 1_000_000_000L;
    return liveness.check();
  }
}
