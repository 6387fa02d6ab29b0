package bub.cluster;

import bub.bus.NodeTraffic;
import bub.bus.cluster.RemoteNode;
import bub.cluster.interest.InterestEntry;
import bub.cluster.interest.InterestListener;
import bub.cluster.interest.InterestReplica;
import bub.cluster.interest.NodeId;
import bub.cluster.message.NodeChannel;
import bub.protocol.Address;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Other nodes that are alive, each with its channel and its routes. Hub thread only. */
final class NodeMembers implements InterestListener {
  private static final Logger LOG = LoggerFactory.getLogger(NodeMembers.class);

  private final NodeTraffic traffic;
  private final Executor hubThread;
  private final Function<NodeId, NodeChannel> open;
  private final Observer observer;
  private final Map<NodeId, NodeChannel> channels = new HashMap<>();

  /** Observer of the members. */
  interface Observer {
    void joined(NodeId node);

    void left(NodeId node, boolean saidGoodbye);

    /** This node cannot be a member. */
    void conflict(String problem);
  }

  /** {@code open} creates the channel to a new node. */
  NodeMembers(
      NodeTraffic traffic,
      Executor hubThread,
      Function<NodeId, NodeChannel> open,
      Observer observer) {
    this.traffic = traffic;
    this.hubThread = hubThread;
    this.open = open;
    this.observer = observer;
  }

  @Nullable NodeChannel find(NodeId node) {
    return channels.get(node);
  }

  /** Returns a living node with the name of this one. It may have restarted. */
  @Nullable RemoteNode named(NodeId node) {
    NodeChannel channel = channels.get(node);
    if (channel != null) {
      return channel.node();
    }
    for (Map.Entry<NodeId, NodeChannel> other : channels.entrySet()) {
      if (other.getKey().name().equals(node.name())) {
        return other.getValue().node();
      }
    }
    return null;
  }

  Collection<NodeChannel> channels() {
    return channels.values();
  }

  Map<NodeId, NodeChannel> all() {
    return channels;
  }

  @Override
  public void nodeJoined(NodeId node) {
    LOG.info("Node {} joined the cluster", node.name());
    channels.put(node, open.apply(node));
    observer.joined(node);
  }

  @Override
  public void added(NodeId node, InterestEntry entry) {
    NodeChannel channel = channels.get(node);
    if (channel == null) {
      return;
    }
    switch (entry.kind()) {
      case SUBSCRIBE, SUBSCRIBE_EXACTLY -> addRoute(channel.node(), entry, false);
      case INTERCEPT -> addRoute(channel.node(), entry, true);
      // Later, because the lobby asks where the peer is, and the table is just changing.
      case PEER -> hubThread.execute(() -> traffic.arrived(new Address(entry.text())));
    }
  }

  @Override
  public void removed(NodeId node, InterestEntry entry) {
    NodeChannel channel = channels.get(node);
    if (channel == null) {
      return;
    }
    switch (entry.kind()) {
      case SUBSCRIBE, SUBSCRIBE_EXACTLY -> removeRoute(channel.node(), entry, false);
      case INTERCEPT -> removeRoute(channel.node(), entry, true);
      case PEER -> hubThread.execute(() -> traffic.left(new Address(entry.text())));
    }
  }

  private void addRoute(RemoteNode node, InterestEntry entry, boolean intercepts) {
    traffic.addRoute(node, PatternEntries.pattern(entry), intercepts);
  }

  private void removeRoute(RemoteNode node, InterestEntry entry, boolean intercepts) {
    traffic.removeRoute(node, PatternEntries.pattern(entry), intercepts);
  }

  @Override
  public void nodeLeft(NodeId node, String reason) {
    LOG.warn("Node {} left the cluster. {}", node.name(), reason);
    NodeChannel channel = channels.remove(node);
    if (channel != null) {
      channel.close("node " + node.name() + " left the cluster");
    }
    observer.left(node, reason.equals(InterestReplica.SAID_GOODBYE));
  }

  @Override
  public void nameConflict(NodeId other) {
    observer.conflict(
        "Another node of the cluster is named "
            + other.name()
            + ". Each node needs its own name: --node-name NAME.");
  }

  @Override
  public void versionConflict(NodeId other, int lowest, int highest) {
    observer.conflict(
        "Node %s speaks versions %d to %d of the cluster protocol, which this node does not speak. "
                .formatted(other.name(), lowest, highest)
            + "Upgrade the older node.");
  }
}
