package bub.agent.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Outcome of a request to a model. */
public sealed interface ModelOutcome {

  /** Answer of the model; its text may be empty. */
  record Answer(ConversationLine.Said said, @Nullable Usage usage) implements ModelOutcome {}

  /**
   * Failed request.
   *
   * @param reason text for people, without secrets
   * @param isPassing true when a retry may help
   * @param retryAfter delay that the provider asks for
   */
  record Failure(String reason, boolean isPassing, Duration retryAfter) implements ModelOutcome {

    /** Failure for which a retry may help. */
    public static Failure passing(String reason) {
      return new Failure(reason, true, Duration.ZERO);
    }

    /** Failure that lasts until someone changes the configuration. */
    public static Failure lasting(String reason) {
      return new Failure(reason, false, Duration.ZERO);
    }
  }

  /** Numbers of tokens, as the model counts them. */
  record Usage(long input, long output) {}
}
