package bub.bus.deliver;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Circuit breaker of an interceptor that misses answers, with periodic probes. Hub thread only. */
final class CircuitBreaker {
  static final int MISSES_TO_TRIP = 3;
  static final Duration PROBE_EVERY = Duration.ofSeconds(5);

  enum Advice {
    ASK,
    SKIP,
    /** Asks as a probe; in failure mode open, the message does not wait for the answer. */
    PROBE
  }

  enum Change {
    NONE,
    TRIPPED,
    RESTORED
  }

  private final LongSupplier nanoTime;
  private int misses;
  private long probedNanos;
  private boolean probing;

  CircuitBreaker(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  boolean isTripped() {
    return misses >= MISSES_TO_TRIP;
  }

  Advice advise() {
    if (!isTripped()) {
      return Advice.ASK;
    }
    long now = nanoTime.getAsLong();
    if (probing || now - probedNanos < PROBE_EVERY.toNanos()) {
      return Advice.SKIP;
    }
    probing = true;
    return Advice.PROBE;
  }

  /** Records an answer of the interceptor, with any content. */
  Change answered() {
    boolean wasTripped = isTripped();
    misses = 0;
    probing = false;
    return wasTripped ? Change.RESTORED : Change.NONE;
  }

  Change missed() {
    probing = false;
    probedNanos = nanoTime.getAsLong();
    if (isTripped()) {
      return Change.NONE;
    }
    misses++;
    return isTripped() ? Change.TRIPPED : Change.NONE;
  }

  /** Records that the interceptor was not asked in the end. */
  Change notAsked() {
    if (probing) {
      missed();
    }
    return Change.NONE;
  }
}
