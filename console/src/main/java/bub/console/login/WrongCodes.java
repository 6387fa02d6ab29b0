package bub.console.login;

import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Wrong login codes per address, for the most recent addresses only. Safe for any thread. */
public final class WrongCodes {
  static final int PER_MINUTE = 10;
  static final int REMEMBERED = 1_000;
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private record Count(Instant began, int codes) {}

  private final TimeSource time;
  // Guarded by this. Ordered by last use: the first is removed next.
  private final SequencedMap<String, Count> counts = new LinkedHashMap<>();

  public WrongCodes(TimeSource time) {
    this.time = time;
  }

  /** Returns the time to wait above the limit, else null. */
  public synchronized @Nullable Duration count(String address) {
    Instant now = time.now();
    Count before = counts.get(address);
    Count count =
        before == null || !now.isBefore(before.began.plus(WINDOW))
            ? new Count(now, 1)
            : new Count(before.began, before.codes + 1);
    counts.putLast(address, count);
    if (counts.size() > REMEMBERED) {
      counts.pollFirstEntry();
    }
    return count.codes > PER_MINUTE ? Duration.between(now, count.began.plus(WINDOW)) : null;
  }

  synchronized int remembered() {
    return counts.size();
  }
}
