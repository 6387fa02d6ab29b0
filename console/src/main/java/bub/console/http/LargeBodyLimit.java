package bub.console.http;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the number of large bodies in memory, in or out. A body stays in memory as long as its
 * client takes to send or read it, and the bus shares this memory. Safe for any thread.
 */
final class LargeBodyLimit {
  /** Maximum size in bytes of a body without a permit. */
  static final int LIGHT = 64 << 10;

  private static final int MOST_HEAVY = 8;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Semaphore heavy = new Semaphore(MOST_HEAVY);

  /** The permit of one request and its response. One thread only. */
  final class Load implements AutoCloseable {
    private boolean isHeavy;

    /** Acquires a permit before a body of this size is kept. */
    void check(int bytes) throws ApiRefusal {
      if (bytes > LIGHT && !isHeavy) {
        isHeavy = heavy.tryAcquire();
        if (!isHeavy) {
          throw ApiRefusal.busy("too many large requests at once");
        }
      }
    }

    /** Waits for a permit before a response that may be large is built. */
    void expectMuch() throws ApiRefusal, InterruptedException {
      isHeavy = isHeavy || heavy.tryAcquire(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      check(Integer.MAX_VALUE);
    }

    /** Releases the permit when the response of this size does not need it. */
    void settle(int bytes) throws ApiRefusal {
      if (bytes > LIGHT) {
        check(bytes);
      } else {
        close();
      }
    }

    @Override
    public void close() {
      if (isHeavy) {
        isHeavy = false;
        heavy.release();
      }
    }
  }

  Load load() {
    return new Load();
  }
}
