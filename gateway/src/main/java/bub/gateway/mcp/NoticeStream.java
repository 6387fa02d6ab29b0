package bub.gateway.mcp;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Open stream of a client that waits for changes of the tool list. Safe for any thread. */
final class NoticeStream {
  /** News of a stream. */
  enum Notice {
    CHANGED,
    NOTHING,
    ENDED
  }

  // Guarded by this. Several changes become one notice.
  private boolean isChanged;
  private boolean isEnded;

  synchronized void changed() {
    isChanged = true;
    notifyAll();
  }

  synchronized void end() {
    isEnded = true;
    notifyAll();
  }

  synchronized Notice next(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!isChanged && !isEnded) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return Notice.NOTHING;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    if (isEnded) {
      return Notice.ENDED;
    }
    isChanged = false;
    return Notice.CHANGED;
  }
}
