package bub.agent;

import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A clock that stands still, except that each sleep advances it at once. */
public final class LeapingTime implements TimeSource {
  private final List<Duration> sleeps = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized void sleep(Duration duration) {
    sleeps.add(duration);
    now = now.plus(duration);
  }

  public synchronized void advance(Duration duration) {
    now = now.plus(duration);
  }

  /** How long somebody slept, each time. */
  public synchronized List<Duration> sleeps() {
    return List.copyOf(sleeps);
  }
}
