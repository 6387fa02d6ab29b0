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
     * @param last absent in a chat of another channel
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

  /** A page of a chat's history, oldest first; {@code more} means older lines. */
  public record HistoryView(List<LineView> lines, boolean more, List<ToolView> tools) {}

  /** One line of a chat; {@code messageId} is null when the channel itself wrote it. */
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

  /** A tool call: {@code started}, {@code finished} or {@code failed}, after a line. */
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

  /** A person's message; repeated with the browser's own id, it has one effect. */
  public record SayRequest(String text, @Nullable String id) {}

  /** Request for a new chat, with an existing agent or by default a new one. */
  public record NewChatRequest(@Nullable String agent) {}

  public record RenameRequest(String title) {}

  public record CommandRequest(String command) {}

  public record CommandReply(String text) {}
}
