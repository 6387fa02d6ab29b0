package bub.bus.memory;

import java.util.Locale;

/** Purpose for which the bus holds memory for a connection. */
public enum MemoryKind {
  /** The connection itself: its socket, its handlers and its TLS state. */
  CONNECTIONS,
  /** Incomplete messages, and calls that wait because answers are unread. */
  FRAMES,
  /** Calls that wait for an answer, with their ids. */
  CALLS,
  /** Answers of incomplete batches. */
  BATCHES,
  /** Acks of a message that wait for its other recipients. */
  ACKS,
  SUBSCRIPTIONS,
  CLIENT_INFO,
  /** Bytes that a peer has not read yet. */
  BACKLOG,
  /** Messages that wait for an interceptor. */
  INTERCEPTORS,
  /** Messages to the lobby that are still in progress. */
  LOBBY;

  /** True for memory that is released soon, unlike that of connections and subscriptions. */
  boolean isTransient() {
    return switch (this) {
      case CONNECTIONS, SUBSCRIPTIONS, CLIENT_INFO -> false;
      case FRAMES, CALLS, BATCHES, ACKS, BACKLOG, INTERCEPTORS, LOBBY -> true;
    };
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
