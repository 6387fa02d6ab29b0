package bub.channel.telegram;

import bub.channel.telegram.api.MessageEntity;
import bub.channel.telegram.api.TelegramMessage;
import bub.channel.telegram.api.TelegramUser;
import org.jspecify.annotations.Nullable;

/** Check that a group message is for the bot: it mentions the bot or replies to it. */
final class MentionCheck {
  private final TelegramUser me;

  MentionCheck(TelegramUser me) {
    this.me = me;
  }

  boolean isCalledBy(TelegramMessage message) {
    TelegramMessage replyTo = message.answered();
    return (replyTo != null && isMe(replyTo.from()))
        || message.entities().stream().anyMatch(entity -> names(entity, message.text()));
  }

  private boolean names(MessageEntity entity, @Nullable String text) {
    return switch (entity.type()) {
      case MessageEntity.MENTION -> text != null && entity.in(text).equalsIgnoreCase(handle());
      case MessageEntity.TEXT_MENTION -> isMe(entity.user());
      default -> false;
    };
  }

  private boolean isMe(@Nullable TelegramUser user) {
    return user != null && user.id() == me.id();
  }

  private String handle() {
    return "@" + me.username();
  }
}
