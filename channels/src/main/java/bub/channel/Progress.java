package bub.channel;

/** What happens on the way to an answer: worth seeing now, worth nothing later. */
public sealed interface Progress {

  /** The agent is thinking; it says so again every few seconds. */
  record Typing() implements Progress {}

  /**
   * The whole answer as far as it goes.
   *
   * @param messageId the message that it will answer
   */
  record Partial(String messageId, String text) implements Progress {}

  /** The agent uses a tool. */
  record ToolCall(String name, String arguments, Status status) implements Progress {
    /** How far the call is. */
    public enum Status {
      STARTED,
      FINISHED,
      FAILED
    }
  }

  /** It takes longer than usual; {@code reason} is a phrase for the person. */
  record Delayed(String reason) implements Progress {}
}
