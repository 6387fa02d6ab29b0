package bub.channel.telegram;

import java.time.Duration;

/**
 * How much the bridge does at most; what Telegram asks of bots, and a little politeness.
 *
 * @param perSecond messages to everybody together
 * @param chatEvery how far apart messages to one chat are
 * @param groupPerMinute messages to one group
 * @param editEvery how far apart the changes of an answer that is being written are
 * @param fileBytes of a file, in or out
 * @param inboxBytes of a chat's files that were received; the oldest make room for the newest
 * @param downloads at the same time
 * @param fetchPatience how long a file may take before its message goes on without it
 * @param context how many lines of a group an agent sees that were not said to it; 0 for none
 * @param waiting updates that nothing was done about yet
 */
public record TelegramLimits(
    int perSecond,
    Duration chatEvery,
    int groupPerMinute,
    Duration editEvery,
    long fileBytes,
    long inboxBytes,
    int downloads,
    Duration fetchPatience,
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
        fetchPatience,
        context,
        waiting);
  }
}
