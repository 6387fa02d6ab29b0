package bub.channel;

import org.jspecify.annotations.Nullable;

/** Progress towards an answer. It is not stored. */
public sealed interface ChatProgress {

  /** The agent is thinking. It repeats this every few seconds. */
  record Typing() implements ChatProgress {}

  /** The complete text so far of the answer to this message. */
  record Partial(String messageId, String text) implements ChatProgress {}

  /** The agent uses a tool. {@code result} is only the beginning; null when the agent sent none. */
  record ToolCall(String name, String arguments, Status status, @Nullable String result)
      implements ChatProgress {

    public ToolCall(String name, String arguments, Status status) {
      this(name, arguments, status, null);
    }

    public enum Status {
      STARTED,
      FINISHED,
      FAILED
    }
  }

  /** The person stopped the turn: nothing that was shown so far goes on. */
  record Stopped() implements ChatProgress {}

  /** The answer takes longer than usual. {@code reason} is a phrase for the person. */
  record Delayed(String reason) implements ChatProgress {}
}
