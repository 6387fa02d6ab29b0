package bub.channel;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Record of how long and why a chat makes no progress. The person gets one notice per message that
 * blocks the others. One thread only.
 */
final class DelayNotice {
  static final String NO_ANSWER = "your agent does not answer";

  private final Duration tellAfter;
  private @Nullable Instant since;
  private boolean told;
  private long message;
  private String reason = NO_ANSWER;

  DelayNotice(Duration tellAfter) {
    this.tellAfter = tellAfter;
  }

  /** Sets the oldest message. A different message than before means progress. */
  void concerns(long number) {
    if (number != message) {
      message = number;
      told = false;
      over();
    }
  }

  void because(String why, Instant now) {
    since = since == null ? now : since;
    reason = why;
  }

  /** Records an expected event as the reason, unless a reason is known already. */
  void awaiting(String what, Instant now) {
    if (since == null) {
      because(what, now);
    }
  }

  /** Records progress. */
  void over() {
    since = null;
    reason = NO_ANSWER;
  }

  /** Returns the time to tell the person, or {@code otherwise} when that comes first. */
  Instant tellAt(Instant otherwise) {
    if (since == null || told) {
      return otherwise;
    }
    Instant due = since.plus(tellAfter);
    return due.isBefore(otherwise) ? due : otherwise;
  }

  boolean isDue(Instant now) {
    return since != null && !told && !now.isBefore(since.plus(tellAfter));
  }

  void told() {
    told = true;
  }

  String reason() {
    return reason;
  }
}
