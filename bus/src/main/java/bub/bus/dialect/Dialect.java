package bub.bus.dialect;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.jsonrpc.Link;

/** A codec for one wire shape, reached at one WebSocket path. */
public interface Dialect {
  /** Largest JSON-RPC message of a connection that has not completed initialize. */
  int MAX_FIRST_MESSAGE = 16 * 1024;

  String path();

  /** Largest message of a connection that has not completed initialize. */
  default int maxFirstMessage(BusLimits limits) {
    return Math.min(MAX_FIRST_MESSAGE, limits.maxMessageBytes());
  }

  /** Takes up the conversation on a new connection. Hub thread only. */
  WireSession converse(Link link, Hub hub, UnauthenticatedPeer peer);
}
