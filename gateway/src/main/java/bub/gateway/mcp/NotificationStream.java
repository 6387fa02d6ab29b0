package bub.gateway.mcp;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Open stream of a client that waits for changes. Safe for any thread. */
final class NotificationStream implements OwnResourceWatch.Subscriber {
  /** News of a stream. */
  sealed interface Notification {
    record ListChanged(OfferKind kind) implements Notification {}

    record ResourceUpdated(String uri) implements Notification {}

    record Nothing() implements Notification {}

    record Ended() implements Notification {}
  }

  private final Set<OfferKind> kinds;
  // Guarded by this. Several changes of one thing become one notification, which bounds the set.
  private final Set<Notification> waiting = new LinkedHashSet<>();
  private boolean isEnded;

  /** {@code kinds} are the lists whose changes count. */
  NotificationStream(Set<OfferKind> kinds) {
    this.kinds = Set.copyOf(kinds);
  }

  void changed(Set<OfferKind> lists) {
    lists.stream().filter(kinds::contains).forEach(kind -> add(new Notification.ListChanged(kind)));
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
    add(new Notification.ResourceUpdated(uri));
  }

  private synchronized void add(Notification notification) {
    waiting.add(notification);
    notifyAll();
  }

  synchronized void end() {
    isEnded = true;
    notifyAll();
  }

  synchronized Notification next(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (waiting.isEmpty() && !isEnded) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return new Notification.Nothing();
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    if (isEnded) {
      return new Notification.Ended();
    }
    Iterator<Notification> first = waiting.iterator();
    Notification notification = first.next();
    first.remove();
    return notification;
  }
}
