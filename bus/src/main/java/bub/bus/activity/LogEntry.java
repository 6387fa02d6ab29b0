package bub.bus.activity;

import bub.jsonrpc.RequestId;
import bub.protocol.Envelope;
import java.util.List;

/**
 * What happened to one message within one window: one row on disk, one id for each of its events
 * from {@code id} on. {@code startId} is the id of the message's very first event. Immutable.
 */
record LogEntry(
    long id, long startId, Envelope envelope, RequestId rpcId, List<ActivityEvent> events) {
  /** The objects and the addresses of an entry. */
  private static final int OWN_BYTES = 512;

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

  /** The memory that this entry keeps alive: its payload and its acks count with their frames. */
  long weight() {
    return OWN_BYTES + rpcId.token().retainedBytes() + gatheredBytes();
  }

  /** The part of {@link #weight} that the message's trail gathered. */
  long gatheredBytes() {
    long bytes = isStart() ? envelope.payload().retainedBytes() : 0;
    for (int i = 0; i < events.size(); i++) {
      bytes += events.get(i).weight();
    }
    return bytes;
  }
}
