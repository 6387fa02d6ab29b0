package bub.channel.telegram.api;

import java.util.List;

/**
 * Updates in Telegram's order, and the number of unreadable ones that are missing.
 *
 * @param next confirms all updates, even broken ones; the requested offset when none had a number
 */
public record UpdateBatch(List<TelegramUpdate> updates, int broken, long next) {
  public UpdateBatch {
    updates = List.copyOf(updates);
  }
}
