package bub.cluster.interest;

import bub.cluster.interest.InterestCounters.Event;
import bub.cluster.interest.InterestEntry.Kind;
import bub.cluster.interest.InterestMessage.Change;
import bub.cluster.interest.InterestMessage.Slice;
import java.util.ArrayList;
import java.util.List;

/** Interest of another node as the listener knows it. */
final class RemoteInterest {
  private final NodeId node;
  private final InterestTable table;
  private final PeerLocations peers;
  private final InterestListener listener;
  private final InterestCounters counters;
  private final long maxEntries;

  RemoteInterest(
      NodeId node,
      PeerLocations peers,
      InterestListener listener,
      InterestCounters counters,
      long maxEntries) {
    this.node = node;
    this.table = new InterestTable(node);
    this.peers = peers;
    this.listener = listener;
    this.counters = counters;
    this.maxEntries = maxEntries;
  }

  InterestTable table() {
    return table;
  }

  boolean contains(InterestEntry entry) {
    return table.contains(entry);
  }

  void apply(List<Change> changes) {
    for (Change change : changes) {
      switch (change.action()) {
        case ADD -> add(change.entry());
        case REMOVE -> remove(change.entry());
      }
    }
  }

  /** Adds the entries at once and notes them in the snapshot. Nothing is removed before the end. */
  void take(Slice slice, IncomingSnapshot snapshot) {
    for (InterestEntry entry : slice.entries()) {
      String present = table.find(entry);
      if (present != null) {
        snapshot.entries().add(new InterestEntry(entry.kind(), present));
      } else if (add(entry)) {
        snapshot.entries().add(entry);
      }
    }
  }

  /** Removes all entries that a complete snapshot does not contain. */
  void retain(InterestTable snapshot) {
    if (table.size() == snapshot.size()) {
      return; // The table contains every entry of the snapshot, so both are equal.
    }
    var gone = new ArrayList<InterestEntry>();
    table.forEach(
        entry -> {
          if (!snapshot.contains(entry)) {
            gone.add(entry);
          }
        });
    gone.forEach(this::remove);
  }

  /** Removes all entries of a node that left. */
  void clear() {
    table.forEach(
        entry -> {
          releasePeer(entry);
          listener.removed(node, entry);
        });
  }

  boolean agreesWith(long entries, long digest) {
    boolean isTooLarge = entries > maxEntries;
    return isTooLarge || table.size() == entries && table.digest() == digest;
  }

  private boolean add(InterestEntry entry) {
    if (table.size() >= maxEntries) {
      counters.count(Event.ENTRIES_REFUSED);
      return false;
    }
    if (!table.add(entry)) {
      return false;
    }
    if (entry.kind() == Kind.PEER) {
      peers.claim(entry.text(), node);
    }
    listener.added(node, entry);
    return true;
  }

  private void remove(InterestEntry entry) {
    if (table.remove(entry)) {
      releasePeer(entry);
      listener.removed(node, entry);
    }
  }

  private void releasePeer(InterestEntry entry) {
    if (entry.kind() == Kind.PEER) {
      peers.release(entry.text(), node);
    }
  }
}
