package bub.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

  @Test
  void theCeilingDoublesWithEachFailureUpToTheCap() {
    assertThat(backoff.delay(0, () -> 1)).isEqualTo(Duration.ofMillis(100));
    assertThat(backoff.delay(1, () -> 1)).isEqualTo(Duration.ofMillis(200));
    assertThat(backoff.delay(6, () -> 1)).isEqualTo(Duration.ofMillis(6_400));
    assertThat(backoff.delay(7, () -> 1)).isEqualTo(Duration.ofSeconds(10));
    assertThat(backoff.delay(100_000, () -> 1)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void chanceChoosesAnythingBelowTheCeiling() {
    assertThat(backoff.delay(3, () -> 0)).isEqualTo(Duration.ZERO);
    assertThat(backoff.delay(3, () -> 0.25)).isEqualTo(Duration.ofMillis(200));
  }
}
