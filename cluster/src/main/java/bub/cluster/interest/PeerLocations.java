package bub.cluster.interest;

import bub.cluster.interest.InterestEntry.Kind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Index of the node where each remote peer is connected. The newest claim wins. */
final class PeerLocations {
  private static final long ENTRY_BYTES = 48;

  private final Map<String, NodeId> nodes = new HashMap<>();
  private final Collection<KnownNode> claimants;

  PeerLocations(Collection<KnownNode> claimants) {
    this.claimants = claimants;
  }

  @Nullable NodeId of(String clientId) {
    return nodes.get(clientId);
  }

  void claim(String clientId, NodeId node) {
    nodes.put(clientId, node);
  }

  void release(String clientId, NodeId node) {
    if (!node.equals(nodes.get(clientId))) {
      return;
    }
    nodes.remove(clientId);
    var entry = new InterestEntry(Kind.PEER, clientId);
    for (KnownNode claimant : claimants) {
      if (!claimant.id().equals(node) && claimant.interest().contains(entry)) {
        nodes.put(clientId, claimant.id());
        return;
      }
    }
  }

  long heldBytes() {
    return nodes.size() * ENTRY_BYTES;
  }
}
