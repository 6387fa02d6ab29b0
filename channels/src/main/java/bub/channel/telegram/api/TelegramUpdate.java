package bub.channel.telegram.api;

import bub.json.RawJson;

/**
 * An update from Telegram.
 *
 * @param id number that grows by one per update of a bot, with jumps after quiet weeks
 * @param raw original JSON, from which {@link UpdateReader} reads the same update again
 */
public record TelegramUpdate(long id, Event event, RawJson raw) {

  public sealed interface Event {}

  public record Posted(TelegramMessage message) implements Event {}

  public record Edited(TelegramMessage message) implements Event {}

  /** The bot was added, removed, blocked or unblocked. */
  public record Moved(TelegramChat chat, TelegramUser by, Membership now) implements Event {}

  public record Other() implements Event {}
}
