package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.util.List;

/** A new text for a message that the bot has sent. */
public record EditText(ChatId chat, long messageId, String text, List<MessageEntity> entities) {
  public EditText {
    entities = List.copyOf(entities);
  }
}
