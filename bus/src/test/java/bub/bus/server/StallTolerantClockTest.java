package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.server.Liveness.State;
import org.junit.jupiter.api.Test;

/** Time in which the bus itself did not run is not held against anybody. */
class StallTolerantClockTest {
  private long now = -1_000_000_000_000L;
  private final StallTolerantClock clock = new StallTolerantClock(() -> now);

  @Test
  void goesOnWhereItWasAfterAStall() {
    long before = clock.getAsLong();
    now += seconds(90);
    assertThat(clock.getAsLong()).isEqualTo(before);
    now += seconds(1);
    assertThat(clock.getAsLong()).isEqualTo(before + seconds(1));
  }

  @Test
  void followsTimeThatIsReadOften() {
    long before = clock.getAsLong();
    for (int i = 0; i < 100; i++) {
      now += seconds(1);
      clock.getAsLong();
    }
    assertThat(clock.getAsLong()).isEqualTo(before + seconds(100));
  }

  @Test
  void aPeerIsNotDeadBecauseTheBusWasStopped() {
    var liveness = new Liveness(clock, ServerSettings.on("127.0.0.1", 0));
    now += seconds(90);
    assertThat(liveness.check()).isEqualTo(State.ALIVE);

    for (int i = 0; i < 31; i++) {
      now += seconds(1);
      liveness.check();
    }
    assertThat(liveness.check()).isEqualTo(State.DEAD);
  }

  private static long seconds(long seconds) {
    return seconds * 1_000_000_000L;
  }
}
