package bub.channel.telegram;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** So much in so much time, whenever that time begins. One thread at a time. */
final class SlidingWindow {
  private final int most;
  private final Duration span;
  private final Deque<Instant> entries = new ArrayDeque<>();

  SlidingWindow(int most, Duration span) {
    this.most = most;
    this.span = span;
  }

  /** The first moment from {@code now} on at which one more may enter. */
  Instant opensAt(Instant now) {
    if (entries.size() < most) {
      return now;
    }
    Instant next = entries.getFirst().plus(span);
    return next.isAfter(now) ? next : now;
  }

  /** One more enters, not before {@link #opensAt} says so, and not before those that did. */
  void enter(Instant at) {
    if (entries.size() == most) {
      entries.removeFirst();
    }
    entries.addLast(at);
  }

  /** Whether it has nothing to remember any more. */
  boolean isIdle(Instant now) {
    return entries.isEmpty() || !entries.getLast().plus(span).isAfter(now);
  }
}
