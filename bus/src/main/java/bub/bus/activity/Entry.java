package bub.bus.activity;

import bub.jsonrpc.RequestId;
import bub.protocol.Envelope;
import java.util.List;

/**
 * What happened to one message within one window: one row on disk, one id for each of its events
 * from {@code id} on. {@code startId} is the id of the message's very first event. Immutable.
 */
record Entry(long id, long startId, Envelope envelope, RequestId rpcId, List<Event> events) {

  long ts() {
    return events.getFirst().ts();
  }

  long lastTs() {
    return events.getLast().ts();
  }

  long lastId() {
    return id + events.size() - 1;
  }

  /** Whether this part says how the message began; it is the one that keeps the payload. */
  boolean isStart() {
    return id == startId;
  }

  /** The memory this entry holds, roughly: the payload keeps its whole frame alive. */
  long weight() {
    long weight = 256;
    for (int i = 0; i < events.size(); i++) {
      weight += events.get(i).weight();
    }
    return isStart() ? weight + envelope.payload().length() : weight;
  }
}
