package bub.gateway.a2a.task;

import bub.gateway.a2a.model.A2aTask;
import bub.json.RawJson;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Events of one task for one reader. A reader that is far behind gets the whole task, as it is when
 * the reader goes on, instead of the events that it missed. Safe for any thread.
 */
public final class TaskSubscription implements AutoCloseable {
  private static final int MOST_WAITING = 256;
  private static final int MOST_BYTES = 256 << 10;

  /** Point at which the events end. */
  public enum Until {
    SETTLED,
    TERMINAL;

    boolean isReached(A2aTask task) {
      return this == SETTLED ? task.state().isSettled() : task.state().isTerminal();
    }
  }

  private final Until until;
  private final Consumer<TaskSubscription> leaving;
  // Guarded by this.
  private final Queue<RawJson> events = new ArrayDeque<>();
  private int bytes;
  private @Nullable A2aTask latest;
  private boolean hasEnded;

  TaskSubscription(Until until, Consumer<TaskSubscription> leaving) {
    this.until = until;
    this.leaving = leaving;
  }

  /** {@code current} is the task after these events. */
  synchronized void add(List<RawJson> more, A2aTask current) {
    if (hasEnded || more.isEmpty()) {
      return;
    }
    // One change may be larger than the limit, so that a quick reader always gets all events.
    if (latest != null || events.size() + more.size() > MOST_WAITING || bytes > MOST_BYTES) {
      events.clear();
      bytes = 0;
      latest = current;
    } else {
      events.addAll(more);
      more.forEach(event -> bytes += event.length());
    }
    notifyAll();
  }

  void endIfReached(A2aTask current) {
    if (until.isReached(current)) {
      end();
    }
  }

  synchronized void end() {
    hasEnded = true;
    notifyAll();
  }

  /** Returns the next event; null after a timeout, or when {@link #isOver}. */
  public synchronized @Nullable RawJson next(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (isEmpty() && !hasEnded) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    A2aTask whole = latest;
    if (whole != null) {
      latest = null;
      return whole.taskEvent(A2aTask.View.ALL);
    }
    RawJson next = events.poll();
    bytes -= next == null ? 0 : next.length();
    return next;
  }

  private boolean isEmpty() {
    return events.isEmpty() && latest == null;
  }

  public synchronized boolean isOver() {
    return hasEnded && isEmpty();
  }

  @Override
  public void close() {
    leaving.accept(this);
  }
}
