package bub.gateway.a2a.task;

import bub.gateway.a2a.model.A2aTask;
import bub.json.RawJson;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Events of one task for one reader. A reader that is far behind gets the whole task instead of the
 * events that it missed. Safe for any thread.
 */
public final class TaskSubscription implements AutoCloseable {
  private static final int MOST_WAITING = 256;

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
  private boolean hasEnded;

  TaskSubscription(Until until, Consumer<TaskSubscription> leaving) {
    this.until = until;
    this.leaving = leaving;
  }

  synchronized void add(RawJson event, A2aTask current) {
    if (hasEnded) {
      return;
    }
    if (events.size() == MOST_WAITING) {
      events.clear();
      events.add(current.taskEvent(A2aTask.View.ALL));
    } else {
      events.add(event);
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
    while (events.isEmpty() && !hasEnded) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return events.poll();
  }

  public synchronized boolean isOver() {
    return hasEnded && events.isEmpty();
  }

  @Override
  public void close() {
    leaving.accept(this);
  }
}
