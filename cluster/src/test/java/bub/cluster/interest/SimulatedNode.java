package bub.cluster.interest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One process of the simulation: a replica, and the routes that its listener would have. */
final class SimulatedNode implements InterestListener {
  final NodeId id;
  final InterestReplica replica;
  final Map<InterestEntry, Integer> held = new HashMap<>();
  private final Map<InterestEntry, Integer> drops = new HashMap<>();
  final Map<NodeId, Set<InterestEntry>> view = new LinkedHashMap<>();
  final Map<NodeId, Long> lostAt = new HashMap<>();
  final Set<NodeId> conflicts = new HashSet<>();
  private final SimulatedNetwork network;
  long pausedUntil;
  int openBarriers;
  long confirmedBarriers;
  long removals;
  boolean isDead;

  SimulatedNode(SimulatedNetwork network, NodeId id, InterestSettings settings) {
    this.network = network;
    this.id = id;
    this.replica =
        new InterestReplica(
            id,
            settings,
            new InterestTransport() {
              @Override
              public void broadcast(byte[] message) {
                network.broadcast(SimulatedNode.this, message);
              }

              @Override
              public void sendTo(NodeId node, byte[] message) {
                network.sendTo(SimulatedNode.this, node, message);
              }
            },
            this,
            network::now);
  }

  long figure(String name) {
    return Objects.requireNonNull(replica.figures().get(name), name);
  }

  boolean isPaused() {
    return network.now() < pausedUntil;
  }

  void hold(InterestEntry entry) {
    held.merge(entry, 1, Integer::sum);
    replica.add(entry);
  }

  void drop(InterestEntry entry) {
    drops.merge(entry, 1, Integer::sum);
    held.compute(entry, (_, count) -> count == null || count == 1 ? null : count - 1);
    replica.remove(entry);
  }

  /** Waits until a new entry is known, and checks that every live node then has it. */
  void expectKnown(InterestEntry entry, long boundNanos) {
    long since = network.now();
    int dropsBefore = drops.getOrDefault(entry, 0);
    openBarriers++;
    replica.whenKnown(
        () -> {
          openBarriers--;
          if (network.now() - since >= boundNanos) {
            return;
          }
          confirmedBarriers++;
          if (drops.getOrDefault(entry, 0) == dropsBefore) {
            for (NodeId other : replica.nodes()) {
              SimulatedNode node = network.process(other);
              if (node != null && node.lostAt.getOrDefault(id, -1L) < since) {
                assertThat(node.view.getOrDefault(id, Set.of())).as("%s", other).contains(entry);
              }
            }
          }
        });
  }

  private Set<InterestEntry> entriesOf(NodeId node) {
    return Objects.requireNonNull(view.get(node), "entries outside the life of a node");
  }

  @Override
  public void nodeJoined(NodeId node) {
    assertThat(view.put(node, new HashSet<>())).isNull();
    assertThat(view.keySet().stream().map(NodeId::name)).doesNotHaveDuplicates();
  }

  @Override
  public void added(NodeId node, InterestEntry entry) {
    assertThat(entriesOf(node).add(entry)).isTrue();
  }

  @Override
  public void removed(NodeId node, InterestEntry entry) {
    assertThat(entriesOf(node).remove(entry)).isTrue();
    removals++;
  }

  @Override
  public void nodeLeft(NodeId node, String reason) {
    assertThat(view.remove(node)).isEmpty();
    lostAt.put(node, network.now());
  }

  @Override
  public void nameConflict(NodeId other) {
    conflicts.add(other);
  }

  @Override
  public void versionConflict(NodeId other, int lowest, int highest) {
    conflicts.add(other);
  }
}
