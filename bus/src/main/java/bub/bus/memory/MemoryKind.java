package bub.bus.memory;

import java.util.Locale;

/** A purpose for which the bus holds memory on behalf of a connection. */
public enum MemoryKind {
  /** The connection itself: its socket, its handlers and its TLS state. */
  CONNECTIONS,
  /** Messages that have not arrived completely, and calls that wait because answers are unread. */
  FRAMES,
  /** Calls that wait for an answer, with their ids. */
  CALLS,
  /** Answers of batches that are not complete. */
  BATCHES,
  /** Acks of a message that other recipients have not answered yet. */
  ACKS,
  SUBSCRIPTIONS,
  CLIENT_INFO,
  /** Bytes that wait for a peer to read them. */
  BACKLOG,
  /** Messages that wait for an interceptor. */
  INTERCEPTORS,
  /** Orders to the lobby that are not carried out yet. */
  LOBBY;

  /** True for memory that is soon given back, unlike that of connections and subscriptions. */
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
