package bub.channel.telegram.text;

import bub.channel.telegram.api.MessageEntity;
import java.util.List;

/**
 * What fits one message: never empty, at most {@link TelegramText#MAX_UNITS} UTF-16 units and
 * {@link TelegramText#MAX_ENTITIES} entities.
 *
 * @param text with nothing in it that would have to be escaped
 * @param entities in the order they begin, outer ones before inner ones, all inside the text
 */
public record MessagePart(String text, List<MessageEntity> entities) {
  public MessagePart {
    entities = List.copyOf(entities);
  }

  /**
   * The same words without any formatting, which cannot be refused for it. Where links lead is
   * written behind them, as far as there is room.
   */
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
