package bub.system;

import bub.client.TimeSource;
import bub.protocol.Address;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rate limit of spawn requests for the most recent requesters. Safe for any thread. */
final class SpawnQuota {
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final int REMEMBERED = 10_000;

  private final Duration interval;
  private final TimeSource time;
  // Time until which the earlier requests of a requester last at an even rate.
  private final Map<Address, Instant> paidUntil =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Address, Instant> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Zero or less means no limit. */
  SpawnQuota(int perMinute, TimeSource time) {
    this.interval = perMinute <= 0 ? Duration.ZERO : WINDOW.dividedBy(perMinute);
    this.time = time;
  }

  /** Returns the time to wait; zero when the request is allowed. */
  synchronized Duration take(Address requester) {
    Instant now = time.now();
    Instant before = paidUntil.getOrDefault(requester, now);
    Instant after = (before.isBefore(now) ? now : before).plus(interval);
    Duration wait = Duration.between(now, after).minus(WINDOW);
    if (wait.isPositive()) {
      return wait;
    }
    paidUntil.put(requester, after);
    return Duration.ZERO;
  }
}
