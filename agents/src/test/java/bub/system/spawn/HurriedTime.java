package bub.system.spawn;

import bub.client.Time;
import java.time.Duration;
import java.time.Instant;

/** The real time, in which nobody sleeps for long. */
public final class HurriedTime implements Time {
  private static final Duration LONGEST = Duration.ofMillis(100);

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    Thread.sleep(duration.compareTo(LONGEST) < 0 ? duration : LONGEST);
  }
}
