package bub.client.scripted;

import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.protocol.MessageId;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A clock that stands still until a test advances it. */
public final class ManualTime implements TimeSource {
  private final BlockingQueue<Duration> asked = new LinkedBlockingQueue<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  /** With chance always at {@code chance}, and ids m1, m2, … */
  public ClientEnvironment environment(double chance) {
    var count = new AtomicInteger();
    return new ClientEnvironment(
        this, () -> chance, () -> new MessageId("m" + count.incrementAndGet()));
  }

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized void sleep(Duration duration) throws InterruptedException {
    Instant until = now.plus(duration);
    asked.add(duration);
    while (now.isBefore(until)) {
      wait();
    }
  }

  public synchronized void advance(Duration duration) {
    now = now.plus(duration);
    notifyAll();
  }

  /** How long the next sleeper wants to sleep; waits until there is one. */
  public Duration nextSleep() throws InterruptedException {
    Duration sleep = asked.poll(10, TimeUnit.SECONDS);
    if (sleep == null) {
      throw new AssertionError("nobody went to sleep");
    }
    return sleep;
  }

  /** Lets the next sleeper sleep exactly as long as it wants to. */
  public Duration passNextSleep() throws InterruptedException {
    Duration sleep = nextSleep();
    advance(sleep);
    return sleep;
  }

  public boolean nobodySleeps() {
    return asked.isEmpty();
  }
}
