package bub.gateway;

import bub.client.ClientEnvironment;
import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The real time, which a test may advance at once. */
public final class JumpingTime implements TimeSource {
  private final List<Instant> sleepers = new ArrayList<>();
  private Duration ahead = Duration.ZERO;

  public ClientEnvironment environment() {
    ClientEnvironment system = ClientEnvironment.system();
    return new ClientEnvironment(this, system.chance(), system.messageIds());
  }

  @Override
  public synchronized Instant now() {
    return Instant.now().plus(ahead);
  }

  @Override
  public synchronized void sleep(Duration duration) throws InterruptedException {
    Instant until = now().plus(duration);
    sleepers.add(until);
    try {
      for (Duration left = duration; left.isPositive(); left = Duration.between(now(), until)) {
        wait(left.plusMillis(1).toMillis());
      }
    } finally {
      sleepers.remove(until);
    }
  }

  public synchronized void jump(Duration by) {
    ahead = ahead.plus(by);
    notifyAll();
  }

  /** True while somebody sleeps for longer than this. */
  public synchronized boolean isAwaited(Duration longerThan) {
    Instant limit = now().plus(longerThan);
    return sleepers.stream().anyMatch(until -> until.isAfter(limit));
  }
}
