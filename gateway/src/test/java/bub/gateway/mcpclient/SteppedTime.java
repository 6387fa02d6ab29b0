package bub.gateway.mcpclient;

import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.SynchronousQueue;

/** A clock that moves only when a test lets the next sleeper sleep as long as it wants. */
public final class SteppedTime implements TimeSource {
  private final SynchronousQueue<Duration> sleeps = new SynchronousQueue<>();
  private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

  /** With the highest chance, so that waits are as long as can be. */
  public ClientEnvironment environment() {
    return new ClientEnvironment(this, () -> 1, ClientEnvironment.system().messageIds());
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    sleeps.put(duration);
    advance(duration);
  }

  public synchronized void advance(Duration duration) {
    now = now.plus(duration);
  }

  /** Waits until somebody sleeps, and lets the time pass that it wants. */
  public Duration passNextSleep() throws InterruptedException {
    return sleeps.take();
  }
}
