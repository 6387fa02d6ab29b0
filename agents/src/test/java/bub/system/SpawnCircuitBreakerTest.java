package bub.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SpawnCircuitBreakerTest {
  private final SpawnCircuitBreaker breaker = new SpawnCircuitBreaker();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private Duration pauseAfterGivingUp() {
    breaker.gaveUp(now);
    return breaker.remaining(now);
  }

  @Test
  void anAgentThatNeverConnectedWaitsLongerEachTime() {
    for (int minutes : new int[] {1, 2, 4, 8, 16, 30, 30}) {
      breaker.rising();
      assertThat(pauseAfterGivingUp()).isEqualTo(Duration.ofMinutes(minutes));
      now = now.plus(Duration.ofMinutes(minutes));
      assertThat(breaker.remaining(now)).isZero();
    }
  }

  @Test
  void anAgentThatWasConnectedGetsOneMoreTryAtOnce() {
    breaker.rising();
    breaker.up(now);
    now = now.plusSeconds(10);
    assertThat(pauseAfterGivingUp()).isZero();
    breaker.rising();
    breaker.up(now);
    now = now.plusSeconds(10);
    assertThat(pauseAfterGivingUp()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void anAgentThatRanForLongIsSoundAgain() {
    breaker.rising();
    breaker.gaveUp(now);
    breaker.rising();
    breaker.up(now);
    now = now.plusSeconds(600);
    assertThat(pauseAfterGivingUp()).isZero();
  }

  @Test
  void whoLooksAfterTheAgentStartsItAtOnce() {
    breaker.rising();
    breaker.gaveUp(now);
    breaker.reset();
    assertThat(breaker.remaining(now)).isZero();
  }
}
