package bub.bus.server;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A clock that leaves out the time in which this process did not run: it was stopped, its machine
 * was suspended, or it had no processor. Peers are then not blamed for what the bus did not hear.
 * The event loop must read it at least once a second. Event loop only.
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
      LOG.warn("the bus did not run for {} s; peers get that much more time", gap / 1_000_000_000);
    }
    return now - leftOut;
  }
}
