package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.util.List;

/** What a message that the bot has sent says from now on. */
public record EditText(ChatId chat, long messageId, String text, List<MessageEntity> entities) {
  public EditText {
    entities = List.copyOf(entities);
  }
}
