package bub.gateway.mcp;

import bub.json.RawJson;
import bub.jsonrpc.Message;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One running request, whose news somebody may or may not read. Safe for any thread. */
final class RequestRun {
  static final int MOST_WAITING = 64;
  static final int MOST_WAITING_BYTES = 1 << 18;

  /** News of a run. */
  sealed interface Event {
    /** News that a slow reader may miss. It is short, because it waits in memory. */
    sealed interface Report extends Event permits Progress, Log {
      /** Approximate memory that it takes. */
      int bytes();
    }

    /** {@code total} is null when the provider does not know it. */
    record Progress(double number, @Nullable RawJson total, String text) implements Report {
      public Progress {
        text = ReportLimits.shortened(text);
      }

      @Override
      public int bytes() {
        return Character.BYTES * text.length();
      }
    }

    /** {@code logger} is null when the provider does not name it. */
    record Log(McpLogLevel level, @Nullable String logger, RawJson data) implements Report {
      public Log {
        logger = logger == null ? null : ReportLimits.shortened(logger);
        data = ReportLimits.shortened(data);
      }

      @Override
      public int bytes() {
        return data.length() + (logger == null ? 0 : Character.BYTES * logger.length());
      }
    }

    /** A question to the client. */
    record Ask(Message.Request question) implements Event {}

    record Finished(McpAnswer answer) implements Event {}

    record Broken(Exception failure) implements Event {}

    record Cancelled() implements Event {}
  }

  // Guarded by this.
  private final Queue<Event> news = new ArrayDeque<>();
  private int reports;
  private int reportBytes;
  private double progress;
  private boolean isUnread;
  private boolean isDetached;
  private @Nullable Event end;
  private @Nullable Runnable stop;
  private @Nullable Runnable firstNews;
  private @Nullable CompletableFuture<Message> asked;

  /**
   * Runs the work, unless the run was cancelled before. {@code after} runs when the work has ended,
   * however it ends.
   */
  void start(Callable<McpAnswer> work, Runnable after) {
    Thread worker =
        Thread.ofVirtual()
            .name("mcp-request")
            .unstarted(
                () -> {
                  try {
                    if (!isCancelled()) {
                      finish(outcome(work));
                    }
                  } finally {
                    after.run();
                  }
                });
    onCancel(worker::interrupt);
    worker.start();
  }

  private synchronized boolean isCancelled() {
    return end instanceof Event.Cancelled;
  }

  /** Event for the failure of work that does not block. */
  static Event outcome(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof InterruptedException
        ? new Event.Cancelled()
        : new Event.Broken(
            cause instanceof Exception known ? known : new IllegalStateException(cause));
  }

  private static Event outcome(Callable<McpAnswer> work) {
    try {
      return new Event.Finished(work.call());
    } catch (InterruptedException cancelled) {
      return new Event.Cancelled();
    } catch (Exception failed) {
      return new Event.Broken(failed);
    }
  }

  /** Ends the run, unless it was cancelled. */
  void finish(Event last) {
    synchronized (this) {
      if (end == null) {
        end = last;
      }
      stop = null;
    }
    announce();
  }

  /** {@code how} must not block; it runs at once when the run was cancelled before. */
  void onCancel(Runnable how) {
    synchronized (this) {
      if (!isCancelled()) {
        stop = end == null ? how : null;
        return;
      }
    }
    how.run();
  }

  /**
   * Runs {@code reader} once, when there is news, for a reader that does not wait in {@link #next}.
   * It runs on any thread and must not block.
   */
  void whenNews(Runnable reader) {
    boolean isNow;
    synchronized (this) {
      isNow = end != null || !news.isEmpty();
      firstNews = isNow ? null : reader;
    }
    if (isNow) {
      reader.run();
    }
  }

  /** Tells who waits that there is news, or that the wait is over. */
  void announce() {
    Runnable reader;
    synchronized (this) {
      reader = firstNews;
      firstNews = null;
      notifyAll();
    }
    if (reader != null) {
      reader.run();
    }
  }

  /** Returns the end when there is no other news; null otherwise. */
  synchronized @Nullable Event onlyEnd() {
    return news.isEmpty() || isCancelled() ? end : null;
  }

  /** Progress without a number counts the reports. */
  void progress(String text) {
    double next;
    synchronized (this) {
      next = Math.floor(progress) + 1;
    }
    progress(next, null, text);
  }

  /** Progress must grow, so anything else is skipped, except a first zero. */
  void progress(double number, @Nullable RawJson total, String text) {
    synchronized (this) {
      if (number <= progress && (number != 0 || progress != 0)) {
        return;
      }
      progress = number;
    }
    report(new Event.Progress(number, total, text));
  }

  /** A reader that is far behind misses the oldest reports. */
  void report(Event.Report report) {
    add(report);
    announce();
  }

  private synchronized void add(Event.Report report) {
    for (Iterator<Event> all = news.iterator(); all.hasNext() && !hasRoom(report); ) {
      if (all.next() instanceof Event.Report oldest) {
        all.remove();
        removed(oldest);
      }
    }
    reports++;
    reportBytes += report.bytes();
    news.add(report);
  }

  private boolean hasRoom(Event.Report report) {
    return reports < MOST_WAITING && reportBytes + report.bytes() <= MOST_WAITING_BYTES;
  }

  private void removed(Event.Report report) {
    reports--;
    reportBytes -= report.bytes();
  }

  /** Sends a question; {@code answer} fails at once when nobody can get it any more. */
  void ask(Message.Request question, CompletableFuture<Message> answer) {
    synchronized (this) {
      if (isUnread || end != null) {
        answer.cancel(false);
        return;
      }
      asked = answer;
      news.add(new Event.Ask(question));
    }
    announce();
  }

  /** Nobody reads the news any more; the work goes on without questions. */
  synchronized void unread() {
    forgetNews();
  }

  /** Cancels the work, because nobody waits for it; a task goes on. */
  void abandon() {
    synchronized (this) {
      if (isDetached) {
        return;
      }
      forgetNews();
    }
    cancel();
  }

  private void forgetNews() {
    isUnread = true;
    news.clear();
    reports = 0;
    reportBytes = 0;
    if (asked != null) {
      asked.cancel(false);
    }
  }

  /** The work goes on as a task, whatever happens to its request. */
  synchronized void detach() {
    isDetached = true;
  }

  synchronized boolean isDetached() {
    return isDetached;
  }

  /** Waits for the first news. Returns false when the work has ended by then. */
  synchronized boolean detachUnlessEnded(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (end == null && news.isEmpty()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        break;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    isDetached = end == null;
    return isDetached;
  }

  void cancel() {
    Runnable how;
    synchronized (this) {
      if (end != null) {
        return;
      }
      end = new Event.Cancelled();
      how = stop;
      stop = null;
    }
    if (how != null) {
      how.run();
    }
    announce();
  }

  /** Returns the next event, or null after a timeout. */
  synchronized @Nullable Event next(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (end == null && news.isEmpty()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    Event next = isCancelled() ? null : news.poll();
    if (next instanceof Event.Report report) {
      removed(report);
    }
    return next == null ? end : next;
  }
}
