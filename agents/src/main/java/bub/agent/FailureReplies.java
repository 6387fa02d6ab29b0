package bub.agent;

import java.time.Duration;

/** Texts for the person when the agent has no answer or only part of one. */
final class FailureReplies {
  private FailureReplies() {}

  static String modelFailed(String model, String reason) {
    return "I cannot answer now: the model %s does not work, %s. Please try again later."
        .formatted(model, reason);
  }

  static String saidNothing(String model) {
    return "The model %s gave an empty answer, twice. Please say it in other words."
        .formatted(model);
  }

  static String tooManySteps(String soFar, int steps) {
    return after(soFar, "I stopped after " + steps + " steps without coming to an end.");
  }

  static String tooExpensive(String soFar, long tokens) {
    return after(soFar, "I stopped: this took more than " + tokens + " tokens.");
  }

  static String tooSlow(String soFar, Duration allowed) {
    return after(soFar, "I stopped: this took more than " + allowed.toSeconds() + " seconds.");
  }

  static String brokenInside() {
    return "Something went wrong inside me; the log says what. Please try again.";
  }

  static String gaveUp(int attempts) {
    return "I began to answer this %d times and was cut off each time, so I give it up."
        .formatted(attempts);
  }

  private static String after(String soFar, String sentence) {
    return soFar.isBlank() ? sentence : soFar + "\n\n(" + sentence + ")";
  }
}
