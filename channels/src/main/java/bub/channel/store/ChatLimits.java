package bub.channel.store;

import java.time.Duration;

/**
 * How much the chats of one channel keep.
 *
 * @param queued messages of one person that are not answered yet; past it {@code keep} refuses
 * @param unshown lines of one chat that its person has not seen yet; past it senders must retry
 * @param unfinished lines of all chats that something is still to be done about
 * @param history finished lines kept in each chat
 * @param historyAge after which a finished line is forgotten
 * @param seenAge how long messages are remembered to know duplicates by; longer than senders retry
 * @param seen how many messages are remembered to know duplicates by
 */
public record ChatLimits(
    int queued,
    int unshown,
    int unfinished,
    int history,
    Duration historyAge,
    Duration seenAge,
    int seen) {

  public static ChatLimits standard() {
    return new ChatLimits(
        1_000, 1_000, 100_000, 1_000, Duration.ofDays(90), Duration.ofDays(30), 1_000_000);
  }
}
