package bub.channel.telegram.api;

/** Reason why Telegram refuses a call for good. */
public enum TelegramRefusal {
  /** The person has blocked the bot, or the group has removed it. */
  BLOCKED,
  CHAT_GONE,
  /** Telegram cannot parse the formatting; plain text works. */
  BAD_FORMATTING,
  TOO_LONG,
  NOT_MODIFIED,
  /** The message to reply to, or to edit, no longer exists. */
  REPLY_GONE,
  /** Another program polls the updates of this bot, or a webhook is set. */
  CONFLICT,
  UNAUTHORIZED,
  MIGRATED,
  FILE_TOO_BIG,
  OTHER
}
