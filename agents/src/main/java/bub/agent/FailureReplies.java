package bub.agent;

import java.time.Duration;

/** Texts for the person when the agent has no answer or only part of one. */
final class FailureReplies {
  private FailureReplies() {}

  static String modelFailed(String model, String reason) {
    return "I cannot answer now. The model %s failed: %s. Please try again later."
        .formatted(model, reason);
  }

  static String saidNothing(String model) {
    return "The model %s gave an empty answer twice. Please rephrase your message."
        .formatted(model);
  }

  static String tooManySteps(String soFar, int steps) {
    return after(soFar, "I stopped after " + steps + " steps without a final answer.");
  }

  static String tooExpensive(String soFar, long tokens) {
    return after(soFar, "I stopped because this took more than " + tokens + " tokens.");
  }

  static String overBudget(String soFar, String sentence) {
    return after(soFar, sentence);
  }

  static String tooSlow(String soFar, Duration allowed) {
    return after(
        soFar, "I stopped because this took more than " + allowed.toSeconds() + " seconds.");
  }

  static String brokenInside() {
    return "An internal error stopped me. My log has the details. Please try again.";
  }

  static String gaveUp(int attempts) {
    return "I started to answer this %d times and was interrupted each time, so I gave up."
        .formatted(attempts);
  }

  /** Only for the memory of the agent: a person who stopped a turn gets no reply to it. */
  static String stopped() {
    return "(This was stopped before I had an answer.)";
  }

  private static String after(String soFar, String sentence) {
    return soFar.isBlank() ? sentence : soFar + "\n\n(" + sentence + ")";
  }
}
