package bub.client.transport;

/** How much a WebSocket of ours takes in and keeps waiting, in bytes. */
final class FrameLimits {
  /** More than the bus takes: the acks of many recipients, or a status of thousands of peers. */
  static final int TEXT = 16 * 1024 * 1024;

  /** Past this no new call is sent. */
  static final int CONGESTED = 4 * 1024 * 1024;

  /** Past this even answers pile up: the other side has stopped reading. */
  static final int HOPELESS = 16 * 1024 * 1024;

  static final int HANDSHAKE = 16 * 1024;

  private FrameLimits() {}
}
