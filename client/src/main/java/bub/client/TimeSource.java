package bub.client;

import java.time.Duration;
import java.time.Instant;

/** The clock, handed in so that tests can move it. Safe for any thread. */
public interface TimeSource {
  Instant now();

  /** Blocks this thread. */
  void sleep(Duration duration) throws InterruptedException;

  static TimeSource system() {
    return new TimeSource() {
      @Override
      public Instant now() {
        return Instant.now();
      }

      @Override
      public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
      }
    };
  }
}
