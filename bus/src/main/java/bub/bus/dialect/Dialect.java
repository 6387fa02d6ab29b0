package bub.bus.dialect;

import bub.bus.Hub;
import bub.jsonrpc.Link;

/** A codec for one wire shape, reached at one WebSocket path. */
public interface Dialect {
  String path();

  /** Takes up the conversation on a new connection. Hub thread only. */
  Session converse(Link link, Hub hub, Visitor visitor);
}
