package bub.cluster.interest;

import bub.cluster.interest.InterestCounters.Event;
import bub.cluster.interest.InterestMessage.Action;
import bub.cluster.interest.InterestMessage.Question;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Interest of this node's own peers, and the deltas that announce its changes. */
final class LocalInterest {
  private static final int MAX_RECENT_BYTES = 1024 * 1024;
  private static final long REPEATED_ENTRY_BYTES = 80;

  private final InterestTable table;
  // Most entries have one holder, so only further holders are counted.
  private final Map<InterestEntry, Integer> furtherHolders = new HashMap<>();
  private final InterestEncoder encoder;
  private final InterestSettings settings;
  private final InterestCounters counters;
  private final Consumer<byte[]> broadcast;
  private final ByteBuffer batch;
  private final int batchStart;
  private int batchedChanges;
  private long sequence;
  // A node that misses few deltas gets them again, which is cheaper than a snapshot.
  private final ArrayDeque<byte[]> recent = new ArrayDeque<>();
  private long recentBytes;

  LocalInterest(
      NodeId self,
      InterestEncoder encoder,
      InterestSettings settings,
      InterestCounters counters,
      Consumer<byte[]> broadcast) {
    table = new InterestTable(self);
    this.encoder = encoder;
    this.settings = settings;
    this.counters = counters;
    this.broadcast = broadcast;
    batch = encoder.beginDelta(settings.messageBytes());
    batchStart = batch.position();
  }

  InterestTable table() {
    return table;
  }

  /** Number of the last delta that was sent. */
  long sequence() {
    return sequence;
  }

  boolean hasUnsentChanges() {
    return batchedChanges > 0;
  }

  void add(InterestEntry entry) {
    if (table.size() >= settings.maxEntries() && !table.contains(entry)) {
      counters.count(Event.ENTRIES_REFUSED);
    } else if (table.add(entry)) {
      write(Action.ADD, entry);
    } else {
      furtherHolders.merge(entry, 1, Integer::sum);
    }
  }

  void remove(InterestEntry entry) {
    Integer further = furtherHolders.get(entry);
    if (further == null) {
      if (table.remove(entry)) {
        write(Action.REMOVE, entry);
      }
    } else if (further == 1) {
      furtherHolders.remove(entry);
    } else {
      furtherHolders.put(entry, further - 1);
    }
  }

  private void write(Action action, InterestEntry entry) {
    if (!InterestEncoder.hasRoom(batch)) {
      send(Question.NONE);
    }
    InterestEncoder.putEntry(batch, action, entry.kind(), entry.text());
    batchedChanges++;
  }

  /** Sends the batched changes, which must exist. */
  void send(Question question) {
    sequence++;
    byte[] delta = encoder.delta(batch, sequence, question, batchedChanges);
    batch.position(batchStart);
    batchedChanges = 0;
    recent.add(delta);
    recentBytes += delta.length;
    while (recentBytes > MAX_RECENT_BYTES || recent.size() > settings.recentDeltas()) {
      recentBytes -= recent.remove().length;
    }
    broadcast.accept(delta);
  }

  /** The deltas after the given one, null if they are no longer kept. */
  @Nullable List<byte[]> deltasAfter(long known) {
    long missing = sequence - known;
    if (known < 0 || missing < 0 || missing > recent.size()) {
      return null;
    }
    return recent.stream().skip(recent.size() - missing).toList();
  }

  long heldBytes() {
    return table.heldBytes()
        + furtherHolders.size() * REPEATED_ENTRY_BYTES
        + recentBytes
        + batch.capacity();
  }
}
