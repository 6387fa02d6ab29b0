package bub.client.store;

import java.time.Duration;

/**
 * How much an inbox keeps.
 *
 * @param pending messages not yet completed; past it senders are told to retry
 * @param completed messages remembered to know duplicates by
 * @param age of completed messages; must be longer than senders keep retrying
 */
public record InboxRetention(int pending, int completed, Duration age) {

  public static InboxRetention standard() {
    return new InboxRetention(10_000, 100_000, Duration.ofDays(7));
  }
}
