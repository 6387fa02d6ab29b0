package bub.channel;

import org.jspecify.annotations.Nullable;

/** Progress towards an answer. It is not stored. */
public sealed interface ChatProgress {

  /** The agent is thinking. It repeats this every few seconds. */
  record Typing() implements ChatProgress {}

  /**
   * The complete text of the answer so far.
   *
   * @param messageId id of the message that it will answer
   */
  record Partial(String messageId, String text) implements ChatProgress {}

  /**
   * The agent uses a tool.
   *
   * @param result beginning of the tool's result, when the agent sent it
   */
  record ToolCall(String name, String arguments, Status status, @Nullable String result)
      implements ChatProgress {

    public ToolCall(String name, String arguments, Status status) {
      this(name, arguments, status, null);
    }

    /** State of the call. */
    public enum Status {
      STARTED,
      FINISHED,
      FAILED
    }
  }

  /** The answer takes longer than usual. {@code reason} is a phrase for the person. */
  record Delayed(String reason) implements ChatProgress {}
}
