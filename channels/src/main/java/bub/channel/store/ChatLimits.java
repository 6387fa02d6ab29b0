package bub.channel.store;

import java.time.Duration;

/**
 * Storage limits for the chats of one channel.
 *
 * @param queued unanswered messages per chat; above it {@code keep} refuses
 * @param unshown lines per chat that the person has not seen yet; above it senders must retry
 * @param unfinished unfinished lines of all chats
 * @param history finished lines kept per chat
 * @param seenAge age of ids that detect duplicates; longer than senders retry
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
