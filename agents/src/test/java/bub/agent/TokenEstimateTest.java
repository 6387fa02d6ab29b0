package bub.agent;

import static org.assertj.core.api.Assertions.assertThat;

import bub.agent.model.ModelOutcome.Usage;
import org.junit.jupiter.api.Test;

class TokenEstimateTest {
  private final TokenEstimate estimate = new TokenEstimate();

  @Test
  void beginsWithFourCharactersAToken() {
    assertThat(estimate.tokens(400)).isEqualTo(100);
    assertThat(estimate.tokens(1)).isEqualTo(1);
    assertThat(estimate.chars(100)).isEqualTo(400);
  }

  @Test
  void learnsWhatTheModelCounts() {
    for (int i = 0; i < 50; i++) {
      estimate.learn(2_000, new Usage(1_000, 5));
    }
    assertThat(estimate.tokens(2_000)).isBetween(990L, 1_010L);
  }

  @Test
  void doesNotBelieveEverything() {
    for (int i = 0; i < 50; i++) {
      estimate.learn(1_000_000, new Usage(200, 5));
    }
    assertThat(estimate.chars(100)).isLessThanOrEqualTo(600);
    estimate.learn(1, new Usage(7, 7));
    assertThat(estimate.chars(100)).isBetween(590L, 600L);
  }
}
