package bub.gateway.chat;

/** Receiver of the news of a turn, for callers that do not wait. Safe for any thread. */
public interface TurnListener {
  /** Gets the text of the current step so far. */
  void partial(String text);

  /**
   * Stores the end of the turn before the agent's answer is acked. Returns false when that failed,
   * so that the agent sends its answer again.
   */
  boolean ended(TurnEvent last);
}
