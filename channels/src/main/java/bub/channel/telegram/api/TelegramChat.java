package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import org.jspecify.annotations.Nullable;

/** A chat at Telegram. Its id is a signed 64-bit number, negative for groups. */
public record TelegramChat(
    ChatId id, Type type, @Nullable String title, @Nullable String username) {

  public enum Type {
    PRIVATE,
    GROUP,
    SUPERGROUP,
    CHANNEL,
    UNKNOWN;

    static Type named(@Nullable String name) {
      return switch (name) {
        case "private" -> PRIVATE;
        case "group" -> GROUP;
        case "supergroup" -> SUPERGROUP;
        case "channel" -> CHANNEL;
        case null, default -> UNKNOWN;
      };
    }
  }

  public boolean isGroup() {
    return type == Type.GROUP || type == Type.SUPERGROUP;
  }
}
