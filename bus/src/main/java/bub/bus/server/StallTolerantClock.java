package bub.bus.server;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clock that omits the time in which this process did not run, because it was stopped, its machine
 * was suspended, or it had no processor. Peers then do not time out for messages that the bus did
 * not read. The event loop must read it at least once per second. Event loop only.
 */
public final class StallTolerantClock implements LongSupplier {
  private static final Logger LOG = LoggerFactory.getLogger(StallTolerantClock.class);
  private static final long STALL_NANOS = 2_000_000_000L;

  private final LongSupplier nanoTime;
  private long lastRead;
  private long leftOut;

  public StallTolerantClock(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.lastRead = nanoTime.getAsLong();
  }

  @Override
  public long getAsLong() {
    long now = nanoTime.getAsLong();
    long gap = now - lastRead;
    lastRead = now;
    if (gap > STALL_NANOS) {
      leftOut += gap;
      LOG.warn(
          "The bus did not run for {} s. All deadlines are extended by that time.",
          gap / 1_000_000_000);
    }
    return now - leftOut;
  }
}
