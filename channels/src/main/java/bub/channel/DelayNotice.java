package bub.channel;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long nothing has moved in a chat, and why; its person is told once about each message that
 * holds the others up. One thread only.
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

  /** The oldest message; another than before means that the one before has come to its end. */
  void concerns(long number) {
    if (number != message) {
      message = number;
      told = false;
      over();
    }
  }

  /** Nothing moves, for this reason. */
  void because(String why, Instant now) {
    since = since == null ? now : since;
    reason = why;
  }

  /** Nothing moves yet, and this should; no news beside a reason that is known already. */
  void awaiting(String what, Instant now) {
    if (since == null) {
      because(what, now);
    }
  }

  /** Something has moved. */
  void over() {
    since = null;
    reason = NO_ANSWER;
  }

  /** When the person must hear of it, or {@code otherwise} when that is not due before. */
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
