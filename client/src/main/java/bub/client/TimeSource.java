package bub.client;

import java.time.Duration;
import java.time.Instant;

/** Clock that tests can control. Safe for any thread. */
public interface TimeSource {
  Instant now();

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
