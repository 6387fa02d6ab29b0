package bub.bus.activity.event;

import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events of one message until the entry collector takes them. Hub thread only. */
final class MessageTrail implements Trail {
  private static final int USUAL_EVENTS = 4;

  private final EntryCollector collector;
  private Envelope envelope;
  private RequestId rpcId;
  private List<ActivityEvent> events = new ArrayList<>(USUAL_EVENTS);
  private long startId;
  private @Nullable TraceId trace;
  private @Nullable MessageId cause;

  // Links of the entry collector's list of trails with new events.
  @Nullable MessageTrail previous;
  @Nullable MessageTrail next;

  MessageTrail(EntryCollector collector, Envelope envelope, RequestId rpcId) {
    this.collector = collector;
    // The log may keep a message for long, and a small payload may come in a large frame.
    this.envelope = envelope.detached();
    this.rpcId = rpcId;
    collector.gather(this.envelope.payload().retainedBytes());
  }

  @Override
  public void caused(TraceId ofTrace, @Nullable MessageId by) {
    trace = ofTrace;
    cause = by;
  }

  @Override
  public void processStarted(Address recipient, long callId) {
    add(new ActivityEvent.ProcessStart(collector.now(), recipient, callId));
  }

  @Override
  public void processFinished(
      Address recipient, long callId, Status status, Ack ack, @Nullable String error) {
    add(
        new ActivityEvent.ProcessFinish(
            collector.now(), recipient, callId, status, ack.detached(), error));
    collector.limitGathered();
  }

  @Override
  public void noted(String event, Status status, @Nullable String detail) {
    add(new ActivityEvent.Noted(collector.now(), EventKind.valueOf(event), status, detail));
  }

  @Override
  public void sendFinished(Status status, @Nullable String error) {
    add(new ActivityEvent.SendFinish(collector.now(), status, error));
    collector.finished(this);
  }

  @Override
  public void arrivalFinished() {
    if (!events.isEmpty()) {
      collector.finished(this);
    }
  }

  void add(ActivityEvent event) {
    if (events.isEmpty()) {
      collector.hasNews(this);
    }
    events.add(event);
    collector.gather(event.weight());
  }

  /** Returns the events since the last call, at least one. */
  LogEntry take(long id) {
    List<ActivityEvent> taken = events;
    // Most messages end within one window: only longer ones need a second list.
    events = new ArrayList<>(0);
    if (startId == 0) {
      startId = id;
    }
    return new LogEntry(id, startId, envelope, rpcId, trace, cause, taken);
  }

  /** Releases the payload: an answer may take a minute, and a payload may have a mebibyte. */
  void letGoOfPayload() {
    if (!envelope.payload().equals(RawJson.EMPTY_OBJECT)) {
      envelope =
          new Envelope(envelope.from(), envelope.to(), envelope.messageId(), RawJson.EMPTY_OBJECT);
      rpcId = new RequestId(RawJson.trusted(rpcId.token().toByteArray()));
    }
  }
}
