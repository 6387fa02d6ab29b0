package bub.bus.deliver;

import static bub.bus.deliver.CircuitBreaker.MISSES_TO_TRIP;
import static bub.bus.deliver.CircuitBreaker.PROBE_EVERY;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.deliver.CircuitBreaker.Advice;
import bub.bus.deliver.CircuitBreaker.Change;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
  private long now = Long.MAX_VALUE - 1; // as nanoTime may be: about to overflow
  private final CircuitBreaker breaker = new CircuitBreaker(() -> now);

  private void trip() {
    for (int i = 1; i < MISSES_TO_TRIP; i++) {
      assertThat(breaker.missed()).isEqualTo(Change.NONE);
    }
    assertThat(breaker.missed()).isEqualTo(Change.TRIPPED);
  }

  @Test
  void asksUntilAnswersWereMissedInARow() {
    breaker.missed();
    breaker.missed();
    assertThat(breaker.answered()).isEqualTo(Change.NONE);
    breaker.missed();
    breaker.missed();
    assertThat(breaker.advise()).isEqualTo(Advice.ASK);
    assertThat(breaker.missed()).isEqualTo(Change.TRIPPED);
    assertThat(breaker.advise()).isEqualTo(Advice.SKIP);
  }

  @Test
  void saysOnceThatItTripped() {
    trip();
    assertThat(breaker.missed()).isEqualTo(Change.NONE);
    assertThat(breaker.isTripped()).isTrue();
  }

  @Test
  void probesWithOneMessageAtATime() {
    trip();
    now += PROBE_EVERY.toNanos();
    assertThat(breaker.advise()).isEqualTo(Advice.PROBE);
    now += PROBE_EVERY.toNanos();
    assertThat(breaker.advise()).isEqualTo(Advice.SKIP);
    breaker.missed();
    assertThat(breaker.advise()).isEqualTo(Advice.SKIP);
    now += PROBE_EVERY.toNanos();
    assertThat(breaker.advise()).isEqualTo(Advice.PROBE);
  }

  @Test
  void asksAgainAfterAnAnswer() {
    trip();
    now += PROBE_EVERY.toNanos();
    breaker.advise();
    assertThat(breaker.answered()).isEqualTo(Change.RESTORED);
    assertThat(breaker.advise()).isEqualTo(Advice.ASK);
    trip();
  }

  @Test
  void probesLaterWhenAProbeCouldNotBeSent() {
    trip();
    now += PROBE_EVERY.toNanos();
    breaker.advise();
    breaker.notAsked();
    assertThat(breaker.advise()).isEqualTo(Advice.SKIP);
    now += PROBE_EVERY.toNanos();
    assertThat(breaker.advise()).isEqualTo(Advice.PROBE);
  }
}
