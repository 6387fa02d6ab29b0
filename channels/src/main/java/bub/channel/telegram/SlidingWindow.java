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

  Instant opensAt(Instant now) {
    if (entries.size() < most) {
      return now;
    }
    Instant next = entries.getFirst().plus(span);
    return next.isAfter(now) ? next : now;
  }

  /** Not before {@link #opensAt} and not before earlier entries. */
  void enter(Instant at) {
    if (entries.size() == most) {
      entries.removeFirst();
    }
    entries.addLast(at);
  }

  boolean isIdle(Instant now) {
    return entries.isEmpty() || !entries.getLast().plus(span).isAfter(now);
  }
}
