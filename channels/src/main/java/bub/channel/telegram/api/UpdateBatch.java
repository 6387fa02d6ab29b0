package bub.channel.telegram.api;

import java.util.List;

/**
 * A batch of updates in Telegram's order.
 *
 * @param broken number of unreadable updates, which are not in the list
 * @param next offset that confirms all updates, including broken ones; the requested offset when no
 *     update had a number
 */
public record UpdateBatch(List<TelegramUpdate> updates, int broken, long next) {
  public UpdateBatch {
    updates = List.copyOf(updates);
  }
}
