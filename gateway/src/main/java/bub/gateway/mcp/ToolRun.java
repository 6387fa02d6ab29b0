package bub.gateway.mcp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One running tool call, whose news somebody may or may not read. Safe for any thread. */
final class ToolRun {
  private static final int MOST_WAITING = 64;

  /** News of a run; all but {@link Progress} are the last. */
  sealed interface Event {
    record Progress(int number, String text) implements Event {}

    record Finished(ToolOutcome outcome) implements Event {}

    record Broken(Exception failure) implements Event {}

    record Cancelled() implements Event {}
  }

  // Guarded by this.
  private final Queue<Event.Progress> progress = new ArrayDeque<>();
  private int reported;
  private @Nullable Event end;
  private @Nullable Thread thread;

  /** {@code after} runs when the work has ended, however it ends. */
  void start(Callable<ToolOutcome> work, Runnable after) {
    Thread worker =
        Thread.ofVirtual()
            .name("mcp-tool")
            .unstarted(
                () -> {
                  try {
                    finish(outcome(work));
                  } finally {
                    after.run();
                  }
                });
    synchronized (this) {
      thread = worker;
    }
    worker.start();
  }

  private static Event outcome(Callable<ToolOutcome> work) {
    try {
      return new Event.Finished(work.call());
    } catch (InterruptedException cancelled) {
      return new Event.Cancelled();
    } catch (Exception failed) {
      return new Event.Broken(failed);
    }
  }

  private synchronized void finish(Event last) {
    if (end == null) {
      end = last;
    }
    thread = null;
    notifyAll();
  }

  /** A reader that is far behind misses the oldest reports. */
  synchronized void report(String text) {
    if (progress.size() == MOST_WAITING) {
      progress.remove();
    }
    progress.add(new Event.Progress(++reported, text));
    notifyAll();
  }

  synchronized void cancel() {
    if (end == null) {
      end = new Event.Cancelled();
      if (thread != null) {
        thread.interrupt();
      }
      notifyAll();
    }
  }

  /** Returns the next event, or null after a timeout. */
  synchronized @Nullable Event next(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (end == null && progress.isEmpty()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    Event news = end instanceof Event.Cancelled ? null : progress.poll();
    return news == null ? end : news;
  }
}
