package bub.agent.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of asking a model. */
public sealed interface ModelOutcome {

  /** It answered; the answer may still be empty. */
  record Answer(ConversationLine.Said said, @Nullable Usage usage) implements ModelOutcome {}

  /**
   * It did not answer.
   *
   * @param reason for people: what is wrong, without secrets
   * @param isPassing whether asking again may help
   * @param retryAfter how long the maker wants to be left alone
   */
  record Failure(String reason, boolean isPassing, Duration retryAfter) implements ModelOutcome {

    /** Asking again may help. */
    public static Failure passing(String reason) {
      return new Failure(reason, true, Duration.ZERO);
    }

    /** Somebody has to change something first. */
    public static Failure lasting(String reason) {
      return new Failure(reason, false, Duration.ZERO);
    }
  }

  /** Tokens, as the model counts them. */
  record Usage(long input, long output) {}
}
