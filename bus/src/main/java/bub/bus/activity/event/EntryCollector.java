package bub.bus.activity.event;

import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.protocol.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Collector of the trails' events into entries with ids, in batches. Hub thread only. */
public final class EntryCollector {
  private static final int MAX_ENTRIES = 512;
  private static final long MAX_BYTES = 1 << 20;
  private static final long MAX_GATHERED_BYTES = 4 << 20;

  private final LongSupplier epochMicros;
  private final Consumer<EntryBatch> receiver;
  private long nextId;
  private List<LogEntry> entries = new ArrayList<>();
  private long bytes;
  private long gatheredBytes;
  private @Nullable MessageTrail oldest;
  private @Nullable MessageTrail newest;

  public EntryCollector(long nextId, LongSupplier epochMicros, Consumer<EntryBatch> receiver) {
    this.nextId = nextId;
    this.epochMicros = epochMicros;
    this.receiver = receiver;
  }

  public Trail begin(Envelope envelope, RequestId rpcId) {
    // Before the message is added: its first entry waits for the trace that follows the start.
    limitGathered();
    var trail = new MessageTrail(this, envelope, rpcId);
    trail.add(new ActivityEvent.SendStart(now()));
    return trail;
  }

  /** Begins the trail of a message from another node, whose log keeps the payload. */
  public Trail beginArrival(Envelope envelope) {
    limitGathered();
    var withoutPayload =
        new Envelope(envelope.from(), envelope.to(), envelope.messageId(), RawJson.EMPTY_OBJECT);
    return new MessageTrail(this, withoutPayload, RequestId.NULL);
  }

  public long bytes() {
    return bytes + gatheredBytes;
  }

  void gather(long more) {
    gatheredBytes += more;
  }

  /** Passes entries on early when they use too much memory to wait for the next tick. */
  void limitGathered() {
    if (gatheredBytes >= MAX_GATHERED_BYTES) {
      tick();
    }
  }

  long now() {
    return epochMicros.getAsLong();
  }

  /** Queues a trail that has its first event since its events were last taken. */
  void hasNews(MessageTrail trail) {
    trail.previous = newest;
    if (newest == null) {
      oldest = trail;
    } else {
      newest.next = trail;
    }
    newest = trail;
  }

  void finished(MessageTrail trail) {
    take(trail);
    if (entries.size() >= MAX_ENTRIES || bytes >= MAX_BYTES) {
      handOver();
    }
  }

  /** Passes on all entries, including the events of unfinished messages. */
  public void tick() {
    for (MessageTrail trail = oldest; trail != null; trail = oldest) {
      take(trail);
      trail.letGoOfPayload();
    }
    if (!entries.isEmpty()) {
      handOver();
    }
  }

  private void take(MessageTrail trail) {
    unlink(trail);
    LogEntry entry = trail.take(nextId);
    nextId += entry.events().size();
    entries.add(entry);
    bytes += entry.weight();
    gatheredBytes -= entry.gatheredBytes();
  }

  private void unlink(MessageTrail trail) {
    if (trail.previous == null) {
      oldest = trail.next;
    } else {
      trail.previous.next = trail.next;
    }
    if (trail.next == null) {
      newest = trail.previous;
    } else {
      trail.next.previous = trail.previous;
    }
    trail.previous = null;
    trail.next = null;
  }

  private void handOver() {
    var handover = new EntryBatch(entries, bytes);
    entries = new ArrayList<>(entries.size());
    bytes = 0;
    receiver.accept(handover);
  }
}
