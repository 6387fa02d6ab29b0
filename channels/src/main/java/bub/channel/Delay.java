package bub.channel;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How long nothing has moved in a chat, and why; its person is told once. One thread only. */
final class Delay {
  private static final String NO_REASON = "your agent does not answer";

  private final Duration tellAfter;
  private @Nullable Instant since;
  private boolean told;
  private String reason = NO_REASON;

  Delay(Duration tellAfter) {
    this.tellAfter = tellAfter;
  }

  /** Nothing moves, for this reason. */
  void because(String why, Instant now) {
    since = since == null ? now : since;
    reason = why;
  }

  /** Something has moved. */
  void over() {
    since = null;
    told = false;
    reason = NO_REASON;
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
