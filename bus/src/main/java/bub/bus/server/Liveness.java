package bub.bus.server;

import java.util.function.LongSupplier;

/** Liveness check of a peer: a silent peer is pinged, and counts as dead when it stays silent. */
final class Liveness {
  enum State {
    ALIVE,
    /** The peer has been silent for a while and was not pinged yet: ping it now. */
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

  /** Records that the peer sent or read some bytes. */
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
