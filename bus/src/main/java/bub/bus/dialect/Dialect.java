package bub.bus.dialect;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.jsonrpc.Link;

/** Codec for the messages at one WebSocket path. */
public interface Dialect {
  /** Maximum size of a JSON-RPC message before the connection has completed initialize. */
  int MAX_FIRST_MESSAGE = 16 * 1024;

  String path();

  default int maxFirstMessage(BusLimits limits) {
    return Math.min(MAX_FIRST_MESSAGE, limits.maxMessageBytes());
  }

  /** Starts the session of a new connection. Hub thread only. */
  WireSession converse(Link link, Hub hub, UnauthenticatedPeer peer);
}
