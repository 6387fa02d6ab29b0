package bub.console.http;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many large things may be on their way at the same time, in or out: each is in memory as long
 * as whoever is on the other end takes for it, and the memory is the bus's, too. Safe for any
 * thread.
 */
final class LargeBodyLimit {
  /** What is not larger than this may come and go as it likes. */
  static final int LIGHT = 64 << 10;

  private static final int MOST_HEAVY = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Semaphore heavy = new Semaphore(MOST_HEAVY);

  /** That of one request and its answer; one thread only. */
  final class Load implements AutoCloseable {
    private boolean isHeavy;

    /** Before something of this size is kept. */
    void check(int bytes) throws ApiRefusal {
      if (bytes > LIGHT && !isHeavy) {
        isHeavy = heavy.tryAcquire();
        if (!isHeavy) {
          throw ApiRefusal.busy("too much that is large is asked for at once");
        }
      }
    }

    /** Before an answer is made that may be large; waits for its turn. */
    void expectMuch() throws ApiRefusal, InterruptedException {
      isHeavy = isHeavy || heavy.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      check(Integer.MAX_VALUE);
    }

    /** The answer has turned out to have this size. */
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
