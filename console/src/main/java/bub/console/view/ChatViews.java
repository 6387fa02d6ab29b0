package bub.console.view;

import bub.channel.store.ChatLine;
import bub.channel.store.StoredToolCall;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Records of the chat endpoints. */
public final class ChatViews {
  private ChatViews() {}

  /**
   * State of a chat.
   *
   * @param stage {@code no_agent}, {@code spawning}, {@code configuring} or {@code ready}
   * @param words the same for people
   * @param readOnly true for a chat of another channel that operators may not write in
   * @param readOnlyBecause the reason and the remedy, as sentences
   */
  public record ChatView(
      String id,
      String address,
      @Nullable String title,
      String stage,
      @Nullable String agent,
      String words,
      int toDeliver,
      int unanswered,
      boolean readOnly,
      @Nullable String readOnlyBecause) {}

  /** The chats that this console can show, the latest first. */
  public record ChatsView(List<ChatEntry> chats) {

    /**
     * Summary of a chat.
     *
     * @param id the name of a chat of this console, or the address of one of another channel
     * @param title absent before the first message of the person
     * @param last newest line, in a chat of this console
     * @param at time of the last known activity
     * @param readOnly true for a chat of another channel that operators may not write in
     */
    public record ChatEntry(
        String id,
        String address,
        @Nullable String title,
        @Nullable LineView last,
        @Nullable String at,
        boolean readOnly) {}
  }

  /** Id of a chat in the console, and its address on the bus. */
  public record ChatName(String id, String address) {}

  /**
   * A page of a chat's history, oldest first.
   *
   * @param more true when older lines exist
   * @param tools tool calls between these lines
   */
  public record HistoryView(List<LineView> lines, boolean more, List<ToolView> tools) {}

  /**
   * One line of a chat.
   *
   * @param messageId id on the bus; null when the channel itself wrote the line
   * @param replyTo {@code messageId} of the message that it answers
   */
  public record LineView(
      long number,
      String speaker,
      String text,
      String at,
      @Nullable String agent,
      @Nullable String messageId,
      @Nullable String replyTo) {

    public static LineView of(ChatLine line) {
      return new LineView(
          line.number(),
          line.speaker().name().toLowerCase(Locale.ROOT),
          line.text(),
          line.at().toString(),
          line.agent() == null ? null : line.agent().value(),
          line.messageId() == null ? null : line.messageId().value(),
          line.replyTo() == null ? null : line.replyTo().value());
    }
  }

  /**
   * A tool call of an agent in a chat.
   *
   * @param after number of the line before it
   * @param status {@code started}, {@code finished} or {@code failed}
   * @param result beginning of the tool's result
   */
  public record ToolView(
      long number,
      long after,
      String name,
      String arguments,
      String status,
      @Nullable String result,
      String at) {

    public static ToolView of(StoredToolCall call) {
      return new ToolView(
          call.number(),
          call.afterLine(),
          call.name(),
          call.arguments(),
          call.status(),
          call.result(),
          call.at().toString());
    }
  }

  /** Confirms that a person's message is on disk. */
  public record Said(String messageId, boolean duplicate) {}

  /**
   * A person's message in a chat.
   *
   * @param id the browser's own id of the message: a repeated message with the same id has one
   *     effect
   */
  public record SayRequest(String text, @Nullable String id) {}

  /**
   * Request for a new chat.
   *
   * @param agent address of an existing agent; absent for a new one
   */
  public record NewChatRequest(@Nullable String agent) {}

  /** Request for a new title of a chat. */
  public record RenameRequest(String title) {}

  /** A command for the agent of a chat. */
  public record CommandRequest(String command) {}

  /** An agent's answer to a command. */
  public record CommandReply(String text) {}
}
