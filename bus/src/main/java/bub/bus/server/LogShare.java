package bub.bus.server;

/**
 * Share of one peer in an activity log that cannot keep up. Peers that sent more than their share
 * must wait for the disk, so that a flood does not delay the others. Event loop only.
 */
final class LogShare {
  /** Bytes that all peers together may still send while the log is behind. */
  private static final int BYTES_FOR_ALL = 8 * 1024 * 1024;

  private static final int MOST_BYTES = 64 * 1024;
  private static final int BYTES_PER_TICK = 16 * 1024;

  /** Memory that the log holds per message in addition to its bytes. */
  private static final int BYTES_PER_MESSAGE = 512;

  private final ConnectionRegistry connections;
  private long spell;
  private long used;

  LogShare(ConnectionRegistry connections) {
    this.connections = connections;
  }

  void add(int bytes) {
    if (spell != connections.logSpell()) {
      spell = connections.logSpell();
      used = 0;
      connections.addLogUser();
    }
    used += BYTES_PER_MESSAGE + bytes;
  }

  /** Restores part of the share. Called four times per second. */
  void tick() {
    used = Math.max(0, used - BYTES_PER_TICK);
  }

  boolean isUsedUp() {
    return connections.isLogSaturated() && used > share();
  }

  private long share() {
    return Math.clamp(BYTES_FOR_ALL / connections.logUsers(), BYTES_PER_TICK, MOST_BYTES);
  }
}
