package bub.channel;

import org.jspecify.annotations.Nullable;

/** What happens on the way to an answer: worth seeing now, worth nothing later. */
public sealed interface ChatProgress {

  /** The agent is thinking; it says so again every few seconds. */
  record Typing() implements ChatProgress {}

  /**
   * The whole answer as far as it goes.
   *
   * @param messageId the message that it will answer
   */
  record Partial(String messageId, String text) implements ChatProgress {}

  /**
   * The agent uses a tool.
   *
   * @param result the beginning of what the tool returned, when the agent told it
   */
  record ToolCall(String name, String arguments, Status status, @Nullable String result)
      implements ChatProgress {

    public ToolCall(String name, String arguments, Status status) {
      this(name, arguments, status, null);
    }

    /** How far the call is. */
    public enum Status {
      STARTED,
      FINISHED,
      FAILED
    }
  }

  /** It takes longer than usual; {@code reason} is a phrase for the person. */
  record Delayed(String reason) implements ChatProgress {}
}
