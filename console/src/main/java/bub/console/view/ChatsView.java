package bub.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chats that this console can show, the latest first. */
public record ChatsView(List<ChatEntry> chats) {

  /**
   * Summary of a chat.
   *
   * @param id id of a chat of this console, or address of a chat of another channel
   * @param title absent before the person's first message
   * @param last newest line, in a chat of this console
   * @param at time of the latest known activity
   * @param readOnly true for a chat of another channel
   */
  public record ChatEntry(
      String id,
      String address,
      @Nullable String title,
      @Nullable LineView last,
      @Nullable String at,
      boolean readOnly) {}
}
