package bub.console.http;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limit for large bodies, which slow clients keep in the memory that the bus shares. Safe for any
 * thread.
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

    /** Call before a body of this size is kept. */
    void check(int bytes) throws ApiRefusal {
      if (bytes > LIGHT && !isHeavy) {
        isHeavy = heavy.tryAcquire();
        if (!isHeavy) {
          throw ApiRefusal.busy("too many large requests at once");
        }
      }
    }

    /** Call before a response that may be large is built. */
    void expectMuch() throws ApiRefusal, InterruptedException {
      isHeavy = isHeavy || heavy.tryAcquire(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      check(Integer.MAX_VALUE);
    }

    /** Releases the permit if the response of this size does not need it. */
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
