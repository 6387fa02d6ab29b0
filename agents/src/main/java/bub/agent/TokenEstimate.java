package bub.agent;

import bub.agent.model.ModelOutcome.Usage;

/** Estimate of tokens per text, which learns from the counts of the model. Safe for any thread. */
final class TokenEstimate {
  private static final double USUAL = 4.0;
  private static final double LEAST = 1.0;
  private static final double MOST = 6.0;
  private static final long WORTH_LEARNING_FROM = 200;

  private volatile double charsPerToken = USUAL;

  long tokens(long chars) {
    return (long) Math.ceil(chars / charsPerToken);
  }

  long chars(long tokens) {
    return (long) (tokens * charsPerToken);
  }

  synchronized void learn(long promptChars, Usage usage) {
    if (usage.input() >= WORTH_LEARNING_FROM) {
      double seen = Math.clamp((double) promptChars / usage.input(), LEAST, MOST);
      charsPerToken = (3 * charsPerToken + seen) / 4; // slowly: tools and markup distort one sample
    }
  }
}
