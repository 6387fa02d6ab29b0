package bub.bus.server;

import java.util.function.LongSupplier;

/**
 * Tells whether a peer still answers: one that is quiet is pinged, one that stays quiet is dead.
 */
final class Liveness {
  enum State {
    ALIVE,
    /** Nothing heard for a while and not pinged yet: ping it now. */
    QUIET,
    DEAD
  }

  private final LongSupplier nanoTime;
  private final long pingAfter;
  private final long pongWithin;
  private long lastHeard;
  private boolean pinged;

  Liveness(LongSupplier nanoTime, ServerSettings settings) {
    this.nanoTime = nanoTime;
    this.pingAfter = settings.pingAfter().toNanos();
    this.pongWithin = settings.pongWithin().toNanos();
    this.lastHeard = nanoTime.getAsLong();
  }

  /** The peer has shown a sign of life: it sent something, or took something. */
  void heard(long nowNanos) {
    lastHeard = nowNanos;
    pinged = false;
  }

  State check() {
    long quietFor = nanoTime.getAsLong() - lastHeard;
    if (quietFor > pingAfter + pongWithin) {
      return State.DEAD;
    }
    if (quietFor > pingAfter && !pinged) {
      pinged = true;
      return State.QUIET;
    }
    return State.ALIVE;
  }
}
