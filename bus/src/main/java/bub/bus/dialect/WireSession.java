package bub.bus.dialect;

/** Session of one connection. Hub thread only. */
public interface WireSession {

  /** Enforces the deadlines of this session. Called about every quarter of a second. */
  void tick();

  /**
   * True while the bus may read calls of the peer; false while it leaves too many answers unread.
   */
  boolean takesCalls();

  /** True while calls of the peer wait until it reads, or until its next turn. */
  boolean hasWaitingCalls();

  /**
   * Returns true when it has sent a message since the last call. The bus pauses senders under load.
   */
  boolean hasSent();
}
