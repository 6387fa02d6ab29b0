package bub.bus;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** Time that moves only when a test advances it. */
final class ManualTime implements LongSupplier, InstantSource {
  private final Instant start = Instant.parse("2026-02-17T12:00:00Z");
  private long nanos;

  void advance(Duration by) {
    nanos += by.toNanos();
  }

  @Override
  public long getAsLong() {
    return nanos;
  }

  @Override
  public Instant instant() {
    return start.plusNanos(nanos);
  }
}
