package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text to send, without link previews; {@code replyTo} is ignored when that message is gone. */
public record SendText(
    ChatId chat,
    String text,
    List<MessageEntity> entities,
    @Nullable Long replyTo,
    @Nullable Long thread) {

  public SendText {
    entities = List.copyOf(entities);
  }

  public static SendText plain(ChatId chat, String text) {
    return new SendText(chat, text, List.of(), null, null);
  }

  public SendText withEntities(List<MessageEntity> newEntities) {
    return new SendText(chat, text, newEntities, replyTo, thread);
  }

  public SendText replyingTo(@Nullable Long messageId) {
    return new SendText(chat, text, entities, messageId, thread);
  }

  public SendText inThread(@Nullable Long newThread) {
    return new SendText(chat, text, entities, replyTo, newThread);
  }
}
