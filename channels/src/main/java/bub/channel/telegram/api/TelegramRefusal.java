package bub.channel.telegram.api;

/** Why Telegram refuses a call for good. */
public enum TelegramRefusal {
  /** The person has blocked the bot, or the group has thrown it out. */
  BLOCKED,
  /** There is no such chat or person any more, or never was. */
  CHAT_GONE,
  /** The formatting of the text is not to be understood; the plain text will do. */
  BAD_FORMATTING,
  TOO_LONG,
  /** An edit that changes nothing. */
  NOT_MODIFIED,
  /** The message to answer, or to edit, is not there any more. */
  REPLY_GONE,
  /** Somebody else fetches the updates of this bot, or a webhook gets them. */
  CONFLICT,
  /** The token is not, or no longer, that of a bot. */
  UNAUTHORIZED,
  /** The group has become another chat. */
  MIGRATED,
  FILE_TOO_BIG,
  OTHER
}
