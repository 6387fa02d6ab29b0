package bub.channel.telegram;

import java.time.Duration;

/**
 * Limits of the bridge, chosen to respect Telegram's limits for bots.
 *
 * @param perSecond messages per second to all chats
 * @param inboxBytes maximum bytes of a chat's received files; the oldest are deleted first
 * @param fetchTimeout time for a download before its message continues without the file
 * @param context number of other group messages that an agent sees; 0 for none
 * @param waiting maximum number of unprocessed updates
 */
public record TelegramLimits(
    int perSecond,
    Duration chatEvery,
    int groupPerMinute,
    Duration editEvery,
    long fileBytes,
    long inboxBytes,
    int downloads,
    Duration fetchTimeout,
    int context,
    int waiting) {
  private static final long MIB = 1024 * 1024;

  public static TelegramLimits standard() {
    return new TelegramLimits(
        30,
        Duration.ofSeconds(1),
        20,
        Duration.ofMillis(1_500),
        20 * MIB,
        48 * MIB,
        8,
        Duration.ofMinutes(2),
        20,
        10_000);
  }

  public TelegramLimits withPerSecond(int messages) {
    return new TelegramLimits(
        messages,
        chatEvery,
        groupPerMinute,
        editEvery,
        fileBytes,
        inboxBytes,
        downloads,
        fetchTimeout,
        context,
        waiting);
  }
}
