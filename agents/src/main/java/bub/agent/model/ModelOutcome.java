package bub.agent.model;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Outcome of a request to a model. */
public sealed interface ModelOutcome {

  /** {@code finish} is why the model ended: {@code stop}, {@code tool_calls}, {@code length}, …. */
  record Answer(ConversationLine.Said said, @Nullable Usage usage, String finish)
      implements ModelOutcome {
    public static final String STOP = "stop";
    public static final String TOOL_CALLS = "tool_calls";
    public static final String LENGTH = "length";
  }

  /** The reason is for people, without secrets; {@code isPassing}: a retry may help. */
  record Failure(String reason, boolean isPassing, Duration retryAfter) implements ModelOutcome {

    public static Failure passing(String reason) {
      return new Failure(reason, true, Duration.ZERO);
    }

    /** Lasts until someone changes the configuration. */
    public static Failure lasting(String reason) {
      return new Failure(reason, false, Duration.ZERO);
    }
  }

  /** No budget allowed the call, so the model was not asked; the sentence is for the person. */
  record OverBudget(String sentence) implements ModelOutcome {}

  /** Tokens, as the model counts them; {@code costUsd} is null when nobody knows the price. */
  record Usage(long input, long output, @Nullable BigDecimal costUsd) {
    public Usage(long input, long output) {
      this(input, output, null);
    }
  }
}
