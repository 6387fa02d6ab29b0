package bub.channel.telegram;

import bub.channel.telegram.api.Message;
import bub.channel.telegram.api.MessageEntity;
import bub.channel.telegram.api.User;
import org.jspecify.annotations.Nullable;

/** Whether a message in a group is for the bot: it names the bot, or answers it. */
final class Attention {
  private final User me;

  Attention(User me) {
    this.me = me;
  }

  boolean isCalledBy(Message message) {
    Message replyTo = message.answered();
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

  private boolean isMe(@Nullable User user) {
    return user != null && user.id() == me.id();
  }

  private String handle() {
    return "@" + me.username();
  }
}
