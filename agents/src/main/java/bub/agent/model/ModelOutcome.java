package bub.agent.model;

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

  /** Tokens, as the model counts them. */
  record Usage(long input, long output) {}
}
