package bub.bus.dialect;

/** Session of one connection. Hub thread only. */
public interface WireSession {

  /** Enforces the deadlines of this session. Called about every quarter of a second. */
  void tick();

  /** False while the peer leaves too many answers unread. */
  boolean takesCalls();

  /** True while calls of the peer wait until it reads, or until its next turn. */
  boolean hasWaitingCalls();

  /** True when a message was sent since the last call; the bus pauses senders under load. */
  boolean hasSent();
}
