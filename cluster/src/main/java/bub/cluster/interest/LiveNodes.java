package bub.cluster.interest;

import bub.cluster.interest.InterestCounters.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Other nodes of the cluster that live, one process per name. */
final class LiveNodes {
  private final Map<String, KnownNode> byName = new LinkedHashMap<>();
  private final PeerLocations peers = new PeerLocations(byName.values());
  private final DepartedNodes departed;
  private final InterestSettings settings;
  private final InterestListener listener;
  private final InterestCounters counters;

  LiveNodes(InterestSettings settings, InterestListener listener, InterestCounters counters) {
    this.settings = settings;
    this.listener = listener;
    this.counters = counters;
    departed = new DepartedNodes(settings.maxNodes());
  }

  Collection<KnownNode> all() {
    return Collections.unmodifiableCollection(byName.values());
  }

  PeerLocations peers() {
    return peers;
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }

  @Nullable KnownNode get(NodeId id) {
    KnownNode node = byName.get(id.name());
    return node != null && node.id().equals(id) ? node : null;
  }

  /** Adds a node that was not known. Returns null if it is not to be heard. */
  @Nullable KnownNode join(NodeId id, long now) {
    KnownNode older = byName.get(id.name());
    if (departed.contains(id)) {
      if (older != null) {
        // Two live processes share the name. The one that came later counts as long as it lives.
        departed.add(id, now);
      }
      return null;
    }
    if (older != null) {
      depart(older.id(), "A new process of the node replaced it.", now);
    }
    if (byName.size() >= settings.maxNodes()) {
      counters.count(Event.NODES_REFUSED);
      return null;
    }
    var interest = new RemoteInterest(id, peers, listener, counters, settings.maxEntries());
    var node = new KnownNode(id, interest, counters, now);
    byName.put(id.name(), node);
    listener.nodeJoined(id);
    return node;
  }

  /** Forgets a node that does not come back. */
  void depart(NodeId id, String reason, long now) {
    departed.add(id, now);
    forget(id, reason);
  }

  void forgetSilent(long now) {
    departed.tick(now);
    long limit = settings.deadAfter().toNanos();
    for (KnownNode node : new ArrayList<>(byName.values())) {
      if (node.silence(now) >= limit) {
        counters.count(Event.NODES_LOST);
        forget(node.id(), "The node sent nothing for " + settings.deadAfter().toMillis() + " ms.");
      }
    }
  }

  private void forget(NodeId id, String reason) {
    KnownNode node = get(id);
    if (node != null) {
      byName.remove(id.name());
      node.interest().clear();
      listener.nodeLeft(id, reason);
    }
  }

  /** The last own delta that every node has applied. */
  long confirmedByAll() {
    long confirmed = Long.MAX_VALUE;
    for (KnownNode node : byName.values()) {
      confirmed = Math.min(confirmed, node.confirmed());
    }
    return confirmed;
  }

  /** The last applied delta of each node, by the node's epoch. */
  Map<Long, Long> known() {
    Map<Long, Long> known = LinkedHashMap.newLinkedHashMap(byName.size());
    byName.values().forEach(node -> known.put(node.id().epoch(), node.known()));
    return known;
  }

  long heldBytes() {
    long bytes = peers.heldBytes();
    for (KnownNode node : byName.values()) {
      bytes += node.heldBytes();
    }
    return bytes;
  }
}
