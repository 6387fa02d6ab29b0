package bub.checks.cluster;

/** One thing that a peer experienced. Times are nanoseconds of this machine. */
sealed interface HistoryEvent {

  long at();

  /** A message by its sender and its id, as an inbox recognizes it. */
  record MessageKey(String from, String id) {}

  /** Answer to one attempt to send a message. */
  enum Outcome {
    DELIVERED,
    NOBODY,
    RETRY,
    REFUSED
  }

  /** An outbox has the message on disk and promises to deliver it. */
  record Stored(long at, MessageKey message, String to) implements HistoryEvent {}

  record Attempted(long at, MessageKey message, String node) implements HistoryEvent {}

  record Answered(long at, MessageKey message, Outcome outcome) implements HistoryEvent {}

  /** A receiver has the message on disk and is about to say so. */
  record Accepted(long at, MessageKey message, String by) implements HistoryEvent {}

  record TookEffect(long at, MessageKey message, String by) implements HistoryEvent {}

  /** A node told a connection that it owns its clientId. */
  record Connected(long at, String clientId, long connection, String node)
      implements HistoryEvent {}

  record Ended(long at, String clientId, long connection, int code) implements HistoryEvent {}

  /** A holder used what a lease protects. A later holder has a greater token. */
  record LeaseUsed(long at, String lease, String holder, long token) implements HistoryEvent {}

  record FaultBegan(long at, String fault) implements HistoryEvent {}

  record FaultHealed(long at, String fault) implements HistoryEvent {}
}
