package bub.gateway.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecentBodiesTest {
  private static final Instant NOW = Instant.parse("2026-02-17T12:00:00Z");
  private static final Duration WINDOW = Duration.ofMinutes(5);

  private final RecentBodies recent = new RecentBodies();

  private String claim(String hook, String hash, String id, Instant now) {
    return recent.claim(hook, hash, id, now, WINDOW);
  }

  @Test
  void anEqualBodyKeepsItsFirstMessageWithinTheWindow() {
    assertThat(claim("a", "h", "m-1", NOW)).isEqualTo("m-1");
    assertThat(claim("a", "h", "m-2", NOW.plus(WINDOW))).isEqualTo("m-1");
    assertThat(claim("b", "h", "m-3", NOW)).isEqualTo("m-3");
    assertThat(claim("a", "h", "m-4", NOW.plus(WINDOW).plusMillis(1))).isEqualTo("m-4");
  }

  @Test
  void aBusyHookForgetsItsOwnBodiesOnly() {
    claim("quiet", "h", "m-1", NOW);
    for (int i = 0; i <= RecentBodies.MOST; i++) {
      claim("busy", "h-" + i, "m-" + i, NOW);
    }
    assertThat(claim("quiet", "h", "m-2", NOW)).isEqualTo("m-1");
    assertThat(claim("busy", "h-" + RecentBodies.MOST, "again", NOW)).isNotEqualTo("again");
    assertThat(claim("busy", "h-0", "again", NOW)).isEqualTo("again");
  }
}
