package bub.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chats that this console can show, the latest first. */
public record ChatsView(List<ChatEntry> chats) {

  /**
   * A chat at a glance.
   *
   * @param id the name of a chat of this console, or the address of one of another channel
   * @param title absent until its person said something
   * @param last the newest thing said, in a chat of this console
   * @param at the time of the newest thing that is known of it
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
