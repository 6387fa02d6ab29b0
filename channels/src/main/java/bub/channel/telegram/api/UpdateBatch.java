package bub.channel.telegram.api;

import java.util.List;

/**
 * Updates as they came, in Telegram's order.
 *
 * @param broken how many could not be read and are not among them
 * @param next the offset that confirms all of them, the broken ones too; as asked for when there
 *     was none with a number
 */
public record UpdateBatch(List<TelegramUpdate> updates, int broken, long next) {
  public UpdateBatch {
    updates = List.copyOf(updates);
  }
}
