package bub.channel.telegram;

import bub.channel.telegram.api.Chat;
import bub.channel.telegram.api.Message;
import bub.channel.telegram.api.User;
import org.jspecify.annotations.Nullable;

/**
 * Who wrote a message.
 *
 * @param id of a person, or of the group or channel in whose name it was written
 */
record Speaker(long id, String name, @Nullable String username) {

  /** Null when nobody did, or a bot: two bots could go on for ever. */
  static @Nullable Speaker of(Message message) {
    Chat chat = message.senderChat();
    if (chat != null) {
      String title = chat.title();
      return new Speaker(
          Long.parseLong(chat.id().value()), title == null ? "somebody" : title, chat.username());
    }
    User user = message.from();
    if (user == null || user.isBot()) {
      return null;
    }
    return new Speaker(user.id(), name(user), user.username());
  }

  static String name(User user) {
    String name = user.fullName().replaceAll("\\s+", " ").strip();
    return name.isEmpty() ? "somebody" : name;
  }
}
