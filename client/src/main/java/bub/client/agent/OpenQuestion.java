package bub.client.agent;

import bub.protocol.Address;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Question to another agent that awaits its reply. Keeps only the newest partial text. Safe for any
 * thread.
 */
final class OpenQuestion {
  /** Text so far; the last one is the reply. */
  record Progress(String text, boolean isLast) {}

  private final Address to;
  private @Nullable Progress newest;
  private @Nullable Exception failure;

  OpenQuestion(Address to) {
    this.to = to;
  }

  Address to() {
    return to;
  }

  synchronized void grow(String text) {
    if (newest == null || !newest.isLast()) {
      newest = new Progress(text, false);
      notifyAll();
    }
  }

  synchronized void reply(String text) {
    newest = new Progress(text, true);
    notifyAll();
  }

  synchronized void fail(Exception problem) {
    failure = problem;
    notifyAll();
  }

  /** Returns null on a timeout. Throws the failure of the question. */
  synchronized @Nullable Progress next(Duration atMost) throws Exception {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (newest == null && failure == null) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    if (newest == null && failure != null) {
      throw failure;
    }
    Progress progress = newest;
    newest = null;
    return progress;
  }
}
