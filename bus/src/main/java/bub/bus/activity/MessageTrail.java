package bub.bus.activity;

import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.lobby.LobbyEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers the events of one message until the ledger takes them. Hub thread only. */
final class MessageTrail implements Trail {
  private static final int USUAL_EVENTS = 4;

  private final EntryCollector ledger;
  private Envelope envelope;
  private RequestId rpcId;
  private List<ActivityEvent> events = new ArrayList<>(USUAL_EVENTS);
  private long startId;

  // The ledger's list of the trails that have something to tell.
  @Nullable MessageTrail previous;
  @Nullable MessageTrail next;

  MessageTrail(EntryCollector ledger, Envelope envelope, RequestId rpcId) {
    this.ledger = ledger;
    // The log may keep a message for long, and a small payload may come in a large frame.
    this.envelope = envelope.detached();
    this.rpcId = rpcId;
    ledger.gather(this.envelope.payload().retainedBytes());
  }

  @Override
  public void processStarted(Address recipient, long callId) {
    add(new ActivityEvent.ProcessStart(ledger.now(), recipient, callId));
  }

  @Override
  public void processFinished(
      Address recipient, long callId, Status status, Ack ack, @Nullable String error) {
    add(
        new ActivityEvent.ProcessFinish(
            ledger.now(), recipient, callId, status, ack.detached(), error));
    ledger.limitGathered();
  }

  @Override
  public void noted(LobbyEvent event, @Nullable String detail) {
    add(new ActivityEvent.Noted(ledger.now(), event, detail));
  }

  @Override
  public void sendFinished(Status status, @Nullable String error) {
    add(new ActivityEvent.SendFinish(ledger.now(), status, error));
    ledger.finished(this);
  }

  void add(ActivityEvent event) {
    if (events.isEmpty()) {
      ledger.hasNews(this);
    }
    events.add(event);
    ledger.gather(event.weight());
  }

  /** What was gathered since the last time, which is at least one event. */
  LogEntry take(long id) {
    List<ActivityEvent> taken = events;
    // Most messages end within one window: only a longer one needs a second list.
    events = new ArrayList<>(0);
    if (startId == 0) {
      startId = id;
    }
    return new LogEntry(id, startId, envelope, rpcId, taken);
  }

  /**
   * Lets go of the payload once it is handed on: an answer may take a minute, and a payload may
   * have a mebibyte.
   */
  void letGoOfPayload() {
    if (!envelope.payload().equals(RawJson.EMPTY_OBJECT)) {
      envelope =
          new Envelope(envelope.from(), envelope.to(), envelope.messageId(), RawJson.EMPTY_OBJECT);
      rpcId = new RequestId(RawJson.trusted(rpcId.token().toByteArray()));
    }
  }
}
