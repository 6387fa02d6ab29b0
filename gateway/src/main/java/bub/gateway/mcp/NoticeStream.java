package bub.gateway.mcp;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Open stream of a client that waits for changes. Safe for any thread. */
final class NoticeStream implements OwnResourceWatch.Subscriber {
  /** News of a stream. */
  sealed interface Notice {
    record ListChanged(OfferKind kind) implements Notice {}

    record ResourceUpdated(String uri) implements Notice {}

    record Nothing() implements Notice {}

    record Ended() implements Notice {}
  }

  private final Set<OfferKind> kinds;
  // Guarded by this. Several changes of one thing become one notice, which bounds the set.
  private final Set<Notice> waiting = new LinkedHashSet<>();
  private boolean isEnded;

  /** {@code kinds} are the lists whose changes count. */
  NoticeStream(Set<OfferKind> kinds) {
    this.kinds = Set.copyOf(kinds);
  }

  void changed(Set<OfferKind> lists) {
    lists.stream().filter(kinds::contains).forEach(kind -> add(new Notice.ListChanged(kind)));
  }

  @Override
  public boolean isListening() {
    return !isOver();
  }

  @Override
  public synchronized boolean isOver() {
    return isEnded;
  }

  /** The subscriptions of the client bound the number of different URIs. */
  @Override
  public void updated(String uri) {
    add(new Notice.ResourceUpdated(uri));
  }

  private synchronized void add(Notice notice) {
    waiting.add(notice);
    notifyAll();
  }

  synchronized void end() {
    isEnded = true;
    notifyAll();
  }

  synchronized Notice next(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (waiting.isEmpty() && !isEnded) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return new Notice.Nothing();
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    if (isEnded) {
      return new Notice.Ended();
    }
    Iterator<Notice> first = waiting.iterator();
    Notice notice = first.next();
    first.remove();
    return notice;
  }
}
