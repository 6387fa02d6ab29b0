package bub.bus.dialect;

/** One connection's conversation. Hub thread only. */
public interface WireSession {

  /** Keeps the deadlines of this conversation; called about every quarter of a second. */
  void tick();

  /** True while the peer's calls may be read; false while it leaves too many answers unread. */
  boolean takesCalls();

  /** True while calls of the peer wait until it reads, or until it has another turn. */
  boolean hasWaitingCalls();

  /** Whether it has sent a message since this was last asked: senders are paused under pressure. */
  boolean hasSent();
}
