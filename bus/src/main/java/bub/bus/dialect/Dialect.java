package bub.bus.dialect;

import bub.bus.Hub;
import bub.bus.Limits;
import bub.jsonrpc.Link;

/** A codec for one wire shape, reached at one WebSocket path. */
public interface Dialect {
  /** Largest JSON-RPC message of a connection that has not completed initialize. */
  int MAX_FIRST_MESSAGE = 16 * 1024;

  String path();

  /** Largest message of a connection that has not completed initialize. */
  default int maxFirstMessage(Limits limits) {
    return Math.min(MAX_FIRST_MESSAGE, limits.maxMessageBytes());
  }

  /** Takes up the conversation on a new connection. Hub thread only. */
  Session converse(Link link, Hub hub, Visitor visitor);
}
