package bub.channel.telegram.api;

import bub.json.RawJson;

/**
 * Something that has happened at Telegram.
 *
 * @param id grows by one with each update of a bot, with leaps after quiet weeks
 * @param raw as it came; {@link UpdateReader} makes the same update of it again
 */
public record TelegramUpdate(long id, Event event, RawJson raw) {

  /** What has happened. */
  public sealed interface Event {}

  /** Somebody wrote something, in a chat or as a channel. */
  public record Posted(TelegramMessage message) implements Event {}

  /** Somebody changed what was written before. */
  public record Edited(TelegramMessage message) implements Event {}

  /** The bot was let in, thrown out, blocked or unblocked. */
  public record Moved(TelegramChat chat, TelegramUser by, Membership now) implements Event {}

  /** Something this project has no use for. */
  public record Other() implements Event {}
}
