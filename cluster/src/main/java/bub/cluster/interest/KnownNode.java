package bub.cluster.interest;

import bub.cluster.interest.InterestCounters.Event;
import bub.cluster.interest.InterestMessage.Delta;
import bub.cluster.interest.InterestMessage.Heartbeat;
import bub.cluster.interest.InterestMessage.Question;
import bub.cluster.interest.InterestMessage.RepairRequest;
import bub.cluster.interest.InterestMessage.Resume;
import bub.cluster.interest.InterestMessage.Slice;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Another live node: the copy of its interest, and its confirmations of ours. */
final class KnownNode {
  private static final long DIVERGED = -1;
  private static final long NEVER = 0;
  // A message that was overtaken arrives within this time.
  private static final long REORDER_NANOS = 100_000_000;
  private static final long RETRY_NANOS = 300_000_000;
  private static final int MAX_BACKOFF = 5;
  private static final long MAX_EARLY_BYTES = 4L * 1024 * 1024;
  // Decoded changes are larger than their bytes on the wire.
  private static final long EARLY_FACTOR = 4;

  private record EarlyDelta(Delta delta, int bytes) {}

  private final NodeId id;
  private final RemoteInterest interest;
  private final InterestCounters counters;

  /** Last applied delta. The table is empty before the first one, so 0 is always true at first. */
  private long known;

  private long announced;
  private final TreeMap<Long, EarlyDelta> early = new TreeMap<>();
  private long earlyBytes;
  private @Nullable IncomingSnapshot incoming;
  private long behindSince = NEVER;
  private long requestedAt = NEVER;
  private int divergences;

  private long heardAt;
  private long beat;
  private long confirmed = -1;
  private boolean isAsked;
  private long askedFor;

  KnownNode(NodeId id, RemoteInterest interest, InterestCounters counters, long now) {
    this.id = id;
    this.interest = interest;
    this.counters = counters;
    this.heardAt = now;
  }

  NodeId id() {
    return id;
  }

  RemoteInterest interest() {
    return interest;
  }

  long known() {
    return known;
  }

  /** Our last delta that this node has applied, as far as we heard. */
  long confirmed() {
    return confirmed;
  }

  boolean isBehind() {
    return known < announced || incoming != null;
  }

  void heard(long now) {
    heardAt = now;
  }

  long silence(long now) {
    return now - heardAt;
  }

  /** Does not blame the node for a time in which this process itself did not run. */
  void excuse(long nanos) {
    heardAt += nanos;
  }

  void confirmed(long atBeat, long sequence) {
    if (atBeat > beat) {
      beat = atBeat;
      confirmed = sequence;
    }
  }

  void take(Heartbeat heartbeat) {
    announced = Math.max(announced, heartbeat.sequence());
    note(heartbeat.question(), heartbeat.sequence());
    if (heartbeat.sequence() != known || incoming != null) {
      return;
    }
    if (interest.agreesWith(heartbeat.entries(), heartbeat.digest())) {
      divergences = 0;
    } else {
      counters.count(Event.DIVERGENCES);
      divergences = Math.min(divergences + 1, MAX_BACKOFF);
      known = DIVERGED;
    }
  }

  void take(Delta delta, int bytes, long now) {
    announced = Math.max(announced, delta.sequence());
    note(delta.question(), delta.sequence());
    if (delta.sequence() <= known) {
      return;
    }
    if (incoming == null && known != DIVERGED && delta.sequence() == known + 1) {
      apply(delta, now);
      applyEarly(now);
    } else if (!early.containsKey(delta.sequence())) {
      if (earlyBytes + bytes > MAX_EARLY_BYTES) {
        counters.count(Event.DELTAS_REFUSED);
      } else {
        early.put(delta.sequence(), new EarlyDelta(delta, bytes));
        earlyBytes += bytes;
      }
    }
  }

  void take(Slice slice, long now) {
    announced = Math.max(announced, slice.sequence());
    if (slice.sequence() <= known) {
      return;
    }
    if (incoming == null || slice.snapshot() > incoming.id()) {
      if (slice.start() != 0) {
        return;
      }
      incoming = new IncomingSnapshot(id, slice);
    }
    if (!incoming.expects(slice)) {
      return;
    }
    interest.take(slice, incoming);
    incoming.advance(slice);
    requestedAt = now;
    if (incoming.isComplete()) {
      finish(incoming, now);
    }
  }

  private void finish(IncomingSnapshot snapshot, long now) {
    interest.retain(snapshot.entries());
    incoming = null;
    known = snapshot.sequence();
    behindSince = now;
    note(Question.CONFIRM_NOW, known);
    counters.count(Event.SNAPSHOTS_APPLIED);
    applyEarly(now);
  }

  private void applyEarly(long now) {
    while (!early.isEmpty() && early.firstKey() <= known + 1) {
      EarlyDelta first = early.pollFirstEntry().getValue();
      earlyBytes -= first.bytes();
      if (first.delta().sequence() > known) {
        apply(first.delta(), now);
      }
    }
  }

  private void apply(Delta delta, long now) {
    interest.apply(delta.changes());
    known = delta.sequence();
    behindSince = now;
  }

  private void note(Question question, long sequence) {
    if (question == Question.CONFIRM_NOW) {
      isAsked = true;
      askedFor = Math.max(askedFor, sequence);
    }
  }

  /** True once per question, as soon as this node has applied what was asked for. */
  boolean owesConfirmation() {
    if (!isAsked || known < askedFor) {
      return false;
    }
    isAsked = false;
    return true;
  }

  /** Request to send now, null if nothing is missing or a request is under way. */
  @Nullable RepairRequest nextRequest(long now) {
    if (!isBehind()) {
      behindSince = NEVER;
      return null;
    }
    if (behindSince == NEVER) {
      behindSince = now;
    }
    if (incoming != null && incoming.allowsMore()) {
      requestedAt = now;
      return incoming.requestMore(id.epoch(), known);
    }
    boolean mayStillArrive = known > 0 && now - behindSince < REORDER_NANOS;
    boolean isUnderWay = requestedAt != NEVER && now - requestedAt < RETRY_NANOS << divergences;
    if (mayStillArrive || isUnderWay) {
      return null;
    }
    requestedAt = now;
    counters.count(Event.REPAIRS_REQUESTED);
    return incoming == null
        ? new RepairRequest(id.epoch(), known, 0, 0, Resume.FROM_NEXT)
        : incoming.requestAgain(id.epoch(), known);
  }

  long heldBytes() {
    return interest.table().heldBytes()
        + earlyBytes * EARLY_FACTOR
        + (incoming == null ? 0 : incoming.heldBytes());
  }
}
