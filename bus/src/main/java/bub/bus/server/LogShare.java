package bub.bus.server;

/**
 * Bytes that a peer may still send while the activity log cannot keep up. Only peers that sent much
 * must wait for the disk, so that a flood does not delay the others. Event loop only.
 */
final class LogShare {
  private static final int FIRST_BYTES = 64 * 1024;
  private static final int BYTES_PER_TICK = 16 * 1024;

  private final Connections connections;
  private long spell;
  private long left = FIRST_BYTES;

  LogShare(Connections connections) {
    this.connections = connections;
  }

  /** Notes bytes that were read from the peer. */
  void add(int bytes) {
    if (spell != connections.logSpell()) {
      spell = connections.logSpell();
      left = FIRST_BYTES;
    }
    left -= bytes;
  }

  /** Gives a little more, four times a second. */
  void tick() {
    left = Math.min(FIRST_BYTES, left + BYTES_PER_TICK);
  }

  boolean isUsedUp() {
    return connections.isLogSaturated() && left < 0;
  }
}
