package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.List;

/**
 * Content of one message: never empty, at most {@link TelegramText#MAX_UNITS} UTF-16 units and
 * {@link TelegramText#MAX_ENTITIES} entities. Entities are in the order of their start, outer ones
 * first.
 */
public record MessagePart(String text, List<MessageEntity> entities) {
  public MessagePart {
    entities = List.copyOf(entities);
  }

  /** Link targets follow their labels as far as there is room. */
  public String plain() {
    var plain = new StringBuilder(text);
    for (MessageEntity entity : entities.reversed()) {
      String target = entity.url() == null ? "" : " (" + entity.url() + ")";
      if (plain.length() + target.length() <= TelegramText.MAX_UNITS) {
        plain.insert(entity.end(), target);
      }
    }
    return plain.toString();
  }
}
