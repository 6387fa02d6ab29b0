package bub.channel.telegram;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** A sliding-window limit: a number of entries per time span. One thread at a time. */
final class SlidingWindow {
  private final int most;
  private final Duration span;
  private final Deque<Instant> entries = new ArrayDeque<>();

  SlidingWindow(int most, Duration span) {
    this.most = most;
    this.span = span;
  }

  /** Returns the earliest time, not before {@code now}, at which one more entry is allowed. */
  Instant opensAt(Instant now) {
    if (entries.size() < most) {
      return now;
    }
    Instant next = entries.getFirst().plus(span);
    return next.isAfter(now) ? next : now;
  }

  /** Adds an entry, not before {@link #opensAt} and not before earlier entries. */
  void enter(Instant at) {
    if (entries.size() == most) {
      entries.removeFirst();
    }
    entries.addLast(at);
  }

  /** Returns true when all entries have expired. */
  boolean isIdle(Instant now) {
    return entries.isEmpty() || !entries.getLast().plus(span).isAfter(now);
  }
}
