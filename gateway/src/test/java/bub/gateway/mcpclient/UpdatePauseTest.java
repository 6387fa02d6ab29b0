package bub.gateway.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdatePauseTest {
  private final UpdatePause pause = new UpdatePause();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private List<Long> pauses(int count) {
    var pauses = new ArrayList<Long>();
    for (int i = 0; i < count; i++) {
      Duration next = pause.after(now);
      now = now.plus(next);
      pauses.add(next.toMillis());
    }
    return pauses;
  }

  @Test
  void growsWhileTheToolsChangeAllTheTime() {
    assertThat(pauses(7)).containsExactly(250L, 500L, 1_000L, 2_000L, 4_000L, 4_000L, 4_000L);
  }

  @Test
  void isShortAgainAfterAQuietTime() {
    pauses(5);
    now = now.plusSeconds(11);
    assertThat(pauses(2)).containsExactly(250L, 500L);
  }
}
