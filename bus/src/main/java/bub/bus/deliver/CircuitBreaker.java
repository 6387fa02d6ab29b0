package bub.bus.deliver;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides for one interceptor whether a message is worth waiting for its answer. Trips after some
 * answers in a row were missed; then one message now and then finds out whether it answers again.
 * Hub thread only.
 */
final class CircuitBreaker {
  static final int MISSES_TO_TRIP = 3;
  static final Duration PROBE_EVERY = Duration.ofSeconds(5);

  /** Advice for one message. */
  enum Advice {
    ASK,
    SKIP,
    /** The interceptor is skipped for this message, too, but its answer counts. */
    PROBE
  }

  /** Effect of an answer, or of its absence. */
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

  /** The interceptor answered, whatever it said. */
  Change answered() {
    boolean wasTripped = isTripped();
    misses = 0;
    probing = false;
    return wasTripped ? Change.RESTORED : Change.NONE;
  }

  /** The interceptor did not answer in time. */
  Change missed() {
    probing = false;
    probedNanos = nanoTime.getAsLong();
    if (isTripped()) {
      return Change.NONE;
    }
    misses++;
    return isTripped() ? Change.TRIPPED : Change.NONE;
  }

  /** The interceptor was not asked after all. */
  Change notAsked() {
    if (probing) {
      missed();
    }
    return Change.NONE;
  }
}
