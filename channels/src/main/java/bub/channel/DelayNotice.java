package bub.channel;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Record of how long and why a chat makes no progress. One notice per message. One thread only. */
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

  /** A different message than before means progress. */
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

  void awaiting(String what, Instant now) {
    if (since == null) {
      because(what, now);
    }
  }

  void over() {
    since = null;
    reason = NO_ANSWER;
  }

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
