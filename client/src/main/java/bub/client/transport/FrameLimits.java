package bub.client.transport;

/** Size limits of a WebSocket, in bytes. */
final class FrameLimits {
  /** Above the limit of the bus, for the acks of many recipients or a status of all peers. */
  static final int TEXT = 16 * 1024 * 1024;

  /** Waiting bytes above which no new call is sent. */
  static final int CONGESTED = 4 * 1024 * 1024;

  /** Waiting bytes above which the link closes, because the other side has stopped reading. */
  static final int HOPELESS = 16 * 1024 * 1024;

  static final int HANDSHAKE = 16 * 1024;

  private FrameLimits() {}
}
