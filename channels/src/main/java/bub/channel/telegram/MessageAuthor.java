package bub.channel.telegram;

import bub.channel.telegram.api.TelegramChat;
import bub.channel.telegram.api.TelegramMessage;
import bub.channel.telegram.api.TelegramUser;
import org.jspecify.annotations.Nullable;

/** Author of a message: a person, or the group or channel in whose name it was written. */
record MessageAuthor(long id, String name, @Nullable String username) {

  /** Null without an author and for a bot: two bots could talk in an endless loop. */
  static @Nullable MessageAuthor of(TelegramMessage message) {
    TelegramChat chat = message.senderChat();
    if (chat != null) {
      String title = chat.title();
      return new MessageAuthor(
          Long.parseLong(chat.id().value()), title == null ? "somebody" : title, chat.username());
    }
    TelegramUser user = message.from();
    if (user == null || user.isBot()) {
      return null;
    }
    return new MessageAuthor(user.id(), name(user), user.username());
  }

  static String name(TelegramUser user) {
    String name = user.fullName().replaceAll("\\s+", " ").strip();
    return name.isEmpty() ? "somebody" : name;
  }
}
