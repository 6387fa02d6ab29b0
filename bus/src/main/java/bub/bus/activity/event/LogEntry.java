package bub.bus.activity.event;

import bub.jsonrpc.RequestId;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of one message within one window: one row on disk, with consecutive event ids from {@code
 * id}. {@code startId} is the id of the first event of the message. Every entry of a message has
 * its trace, because the first one may be in another file. Immutable.
 *
 * @param trace null for a message that belongs to no trace
 * @param cause message that this one results from; null when it is unknown
 */
public record LogEntry(
    long id,
    long startId,
    Envelope envelope,
    RequestId rpcId,
    @Nullable TraceId trace,
    @Nullable MessageId cause,
    List<ActivityEvent> events) {
  private static final int OWN_BYTES = 512;
  private static final int TRACE_BYTES = 160;

  public long ts() {
    return events.getFirst().ts();
  }

  long lastTs() {
    return events.getLast().ts();
  }

  public long lastId() {
    return id + events.size() - 1;
  }

  /** True for the first entry of a message, which stores the payload. */
  public boolean isStart() {
    return id == startId;
  }

  /** Returns the memory that this entry retains; its payload and acks count with their frames. */
  long weight() {
    return OWN_BYTES + rpcId.token().retainedBytes() + traceBytes() + gatheredBytes();
  }

  private long traceBytes() {
    if (trace == null) {
      return 0;
    }
    return TRACE_BYTES + (cause == null ? 0 : 2L * cause.value().length());
  }

  /** Returns the part of {@link #weight} that the trail of the message has counted. */
  long gatheredBytes() {
    long bytes = isStart() ? envelope.payload().retainedBytes() : 0;
    for (int i = 0; i < events.size(); i++) {
      bytes += events.get(i).weight();
    }
    return bytes;
  }
}
