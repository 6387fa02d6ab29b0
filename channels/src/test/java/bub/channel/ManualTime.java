package bub.channel;

import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import bub.protocol.MessageId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A clock that stands still until a test advances it. */
public final class ManualTime implements TimeSource {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicInteger ids = new AtomicInteger();
  private final List<Instant> sleepers = new ArrayList<>();
  private Instant now = START;

  /** With chance always at its highest, so that waits are as long as can be; ids are m1, m2, … */
  public ClientEnvironment environment() {
    return new ClientEnvironment(this, () -> 1, () -> new MessageId("m" + ids.incrementAndGet()));
  }

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized void sleep(Duration duration) throws InterruptedException {
    Instant until = now.plus(duration);
    sleepers.add(until);
    try {
      while (now.isBefore(until)) {
        wait();
      }
    } finally {
      sleepers.remove(until);
    }
  }

  public synchronized void advance(Duration duration) {
    now = now.plus(duration);
    notifyAll();
  }

  /** Whether somebody sleeps until exactly this long from the start. */
  public synchronized boolean isAwaited(Duration sinceStart) {
    return sleepers.contains(START.plus(sinceStart));
  }
}
