package bub.cluster.lease;

import bub.cluster.interest.NodeId;
import bub.cluster.nats.KeyValueBucket.Change;
import bub.cluster.nats.KeyValueBucket.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leases and nodes as this node last saw them. It measures how long the record of a node has not
 * changed by the clock of this machine only, because clocks of two machines may differ. Callers
 * hold the lock of {@link Leases}.
 */
final class LeaseView {
  /** A lease at a revision. */
  record SeenLease(LeaseHolder holder, long revision) {}

  /** Record of a node, and the local time when it last changed. */
  record SeenNode(String key, LeaseHolder holder, long revision, long sinceNanos) {}

  private final LongSupplier clock;
  private final Map<String, SeenLease> leases = new HashMap<>();
  private final Map<String, SeenNode> nodes = new HashMap<>();

  LeaseView(LongSupplier clock) {
    this.clock = clock;
  }

  /** Takes a change, and returns the node that died by it, if one did. */
  @Nullable NodeId take(Change change) {
    String lease = LeaseKeys.leaseName(change.key());
    return switch (change) {
      case Change.Put(Entry entry) -> {
        LeaseHolder holder = LeaseHolder.decode(entry.value());
        if (holder != null && lease != null) {
          leases.put(lease, new SeenLease(holder, entry.revision()));
        } else if (holder != null && LeaseKeys.isNode(entry.key()) && !holder.isPlaceholder()) {
          nodes.put(
              entry.key(), new SeenNode(entry.key(), holder, entry.revision(), clock.getAsLong()));
        }
        yield null;
      }
      case Change.Deleted(String key, long _) -> {
        if (lease != null) {
          leases.remove(lease);
        }
        SeenNode dead = nodes.remove(key);
        yield dead == null ? null : dead.holder().node();
      }
    };
  }

  @Nullable SeenLease lease(String name) {
    return leases.get(name);
  }

  /** Node that holds a lease and has not been declared dead. */
  @Nullable NodeId livingHolder(String name) {
    SeenLease lease = leases.get(name);
    if (lease == null) {
      return null;
    }
    SeenNode node = nodes.get(LeaseKeys.node(lease.holder().node()));
    return node != null && node.holder().equals(lease.holder()) ? node.holder().node() : null;
  }

  Map<String, NodeId> orphans(String prefix, int max) {
    var names = new HashMap<String, NodeId>();
    for (Map.Entry<String, SeenLease> lease : leases.entrySet()) {
      if (names.size() < max
          && lease.getKey().startsWith(prefix)
          && livingHolder(lease.getKey()) == null) {
        names.put(lease.getKey(), lease.getValue().holder().node());
      }
    }
    return names;
  }

  /** Names of all leases that a node held last, even if it is dead. */
  List<String> leasesOf(NodeId node) {
    var names = new ArrayList<String>();
    leases.forEach(
        (name, lease) -> {
          if (lease.holder().node().equals(node)) {
            names.add(name);
          }
        });
    return names;
  }

  /** Nodes whose record has not changed for a time. */
  List<SeenNode> silentFor(long nanos) {
    long now = clock.getAsLong();
    return nodes.values().stream().filter(node -> now - node.sinceNanos() >= nanos).toList();
  }
}
