package bub.cluster.interest;

import bub.cluster.interest.InterestCounters.Event;
import bub.cluster.interest.InterestEntry.Kind;
import bub.cluster.interest.InterestMessage.Action;
import bub.cluster.interest.InterestMessage.RepairRequest;
import bub.cluster.interest.InterestMessage.Resume;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sender of snapshots in slices. The receiver allows a window of slices, and a tick sends a bounded
 * number, so that a large table neither floods the network nor stops the hub.
 */
final class SnapshotSender {
  static final int WINDOW = 64;
  // Each transfer may hold an own copy of the table, so others wait and ask again.
  private static final int MAX_TRANSFERS = 8;
  private static final long IDLE_NANOS = 2_000_000_000;

  /** Table at one moment; the texts are shared with the live table. One end per kind of entry. */
  private record FrozenTable(
      long id, long sequence, List<String> texts, Map<Kind, Integer> endOfKind) {

    Kind kind(int at) {
      for (Map.Entry<Kind, Integer> end : endOfKind.entrySet()) {
        if (at < end.getValue()) {
          return end.getKey();
        }
      }
      throw new IndexOutOfBoundsException(at);
    }
  }

  private static final class Transfer {
    private FrozenTable table;
    private int next;
    private int credit = WINDOW;
    private boolean isSent;
    private long askedAt;

    private Transfer(FrozenTable table) {
      this.table = table;
    }

    private boolean maySend() {
      return credit > 0 && !isSent;
    }
  }

  private final LocalInterest local;
  private final InterestEncoder encoder;
  private final InterestSettings settings;
  private final InterestCounters counters;
  private final BiConsumer<NodeId, byte[]> send;
  private final Map<NodeId, Transfer> transfers = new LinkedHashMap<>();
  private long snapshots;
  private int budget;

  SnapshotSender(
      LocalInterest local,
      InterestEncoder encoder,
      InterestSettings settings,
      InterestCounters counters,
      BiConsumer<NodeId, byte[]> send) {
    this.local = local;
    this.encoder = encoder;
    this.settings = settings;
    this.counters = counters;
    this.send = send;
    this.budget = settings.slicesPerTick();
  }

  /** Starts or continues a transfer. All local changes must have been sent. */
  void request(NodeId node, RepairRequest request, long now) {
    Transfer transfer = transfers.get(node);
    if (transfer == null) {
      if (transfers.size() >= MAX_TRANSFERS) {
        return;
      }
      transfer = new Transfer(freeze());
      transfers.put(node, transfer);
    } else if (request.snapshot() != transfer.table.id()) {
      transfer.table = freeze();
      restart(transfer, 0);
    } else if (request.resume() == Resume.AFTER_SENT) {
      transfer.credit = Math.min(transfer.credit + WINDOW / 2, WINDOW);
    } else if (request.next() <= transfer.table.texts().size()) {
      restart(transfer, (int) request.next());
    }
    transfer.askedAt = now;
    sendSlices();
  }

  private static void restart(Transfer transfer, int next) {
    transfer.next = next;
    transfer.credit = WINDOW;
    transfer.isSent = false;
  }

  /** Ends the transfer to a node that has applied the snapshot. */
  void confirmed(NodeId node, long sequence) {
    Transfer transfer = transfers.get(node);
    if (transfer != null && sequence >= transfer.table.sequence()) {
      transfers.remove(node);
    }
  }

  void tick(long now) {
    budget = settings.slicesPerTick();
    transfers.values().removeIf(transfer -> now - transfer.askedAt > IDLE_NANOS);
    sendSlices();
  }

  /** Sends one slice to each node in turn until the budget of this tick is spent. */
  private void sendSlices() {
    boolean isBusy = true;
    while (isBusy && budget > 0) {
      isBusy = false;
      for (Map.Entry<NodeId, Transfer> transfer : new ArrayList<>(transfers.entrySet())) {
        if (budget > 0 && transfer.getValue().maySend()) {
          budget--;
          isBusy = true;
          sendSlice(transfer.getKey(), transfer.getValue());
        }
      }
    }
  }

  private void sendSlice(NodeId node, Transfer transfer) {
    FrozenTable table = transfer.table;
    int total = table.texts().size();
    ByteBuffer out =
        encoder.beginSlice(
            settings.messageBytes(), table.id(), table.sequence(), total, transfer.next);
    int entries = 0;
    while (transfer.next < total && InterestEncoder.hasRoom(out)) {
      int at = transfer.next++;
      InterestEncoder.putEntry(out, Action.ADD, table.kind(at), table.texts().get(at));
      entries++;
    }
    transfer.credit--;
    transfer.isSent = transfer.next == total;
    counters.count(Event.SLICES_SENT);
    send.accept(node, encoder.slice(out, entries));
  }

  private FrozenTable freeze() {
    FrozenTable same = frozenAt(local.sequence());
    if (same != null) {
      return same;
    }
    counters.count(Event.SNAPSHOTS_SENT);
    InterestTable table = local.table();
    var texts = new ArrayList<String>((int) table.size());
    var endOfKind = new EnumMap<Kind, Integer>(Kind.class);
    for (Kind kind : Kind.values()) {
      table.set(kind).forEach(texts::add);
      endOfKind.put(kind, texts.size());
    }
    return new FrozenTable(++snapshots, local.sequence(), texts, endOfKind);
  }

  private @Nullable FrozenTable frozenAt(long sequence) {
    for (Transfer transfer : transfers.values()) {
      if (transfer.table.sequence() == sequence) {
        return transfer.table;
      }
    }
    return null;
  }

  long heldBytes() {
    Set<Long> counted = new HashSet<>();
    long bytes = 0;
    for (Transfer transfer : transfers.values()) {
      bytes += counted.add(transfer.table.id()) ? 4L * transfer.table.texts().size() : 0;
    }
    return bytes;
  }
}
