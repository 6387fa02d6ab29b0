package bub.client.store;

import java.time.Duration;

/**
 * Limits of an inbox.
 *
 * @param pending uncompleted messages; above it, senders are told to retry
 * @param completed messages remembered to detect duplicates
 * @param age limit of completed messages; must exceed the time that senders keep retrying
 */
public record InboxRetention(int pending, int completed, Duration age) {

  public static InboxRetention standard() {
    return new InboxRetention(10_000, 100_000, Duration.ofDays(7));
  }
}
