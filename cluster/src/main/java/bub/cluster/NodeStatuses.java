package bub.cluster;

import bub.bus.cluster.NodeQuestion;
import bub.cluster.interest.InterestDigest;
import bub.cluster.interest.InterestReplica;
import bub.cluster.interest.NodeId;
import bub.cluster.message.NodeChannel;
import bub.cluster.nats.NatsProblem;
import bub.cluster.nats.NatsState;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.ClientInfo;
import bub.protocol.ClusterStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * State of every node as this node knows it: it asks the others every few seconds. Hub thread only.
 */
final class NodeStatuses {
  /** Question of a node about another: its version and its clock. */
  static final String GET_NODE = "getNode";

  /** A node that is gone for longer is no longer expected to answer. */
  private static final Duration EXPECTED_FOR = Duration.ofMinutes(10);

  private static final Duration ASK_EVERY = Duration.ofSeconds(2);
  private static final int MAX_LOST = 256;
  private static final int PROTOCOL = 1;

  private record Facts(
      Instant since, String version, @Nullable Long rttMs, @Nullable Long clockMs) {}

  private final NodeId self;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Instant startedAt;
  private final Map<NodeId, Facts> facts = new HashMap<>();
  // Nodes that vanished without a goodbye, by name.
  private final Map<String, Instant> lost = new LinkedHashMap<>();
  private long askAt;

  NodeStatuses(NodeId self, InstantSource clock, LongSupplier nanoTime) {
    this.self = self;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.startedAt = clock.instant();
    this.askAt = nanoTime.getAsLong();
  }

  void joined(NodeId node) {
    lost.remove(node.name());
    facts.put(node, new Facts(clock.instant(), "", null, null));
  }

  void left(NodeId node, boolean saidGoodbye) {
    facts.remove(node);
    if (!saidGoodbye && lost.size() < MAX_LOST) {
      lost.put(node.name(), clock.instant());
    }
  }

  /** Names of nodes that vanished a short while ago: their part of an answer is missing. */
  List<String> missing() {
    Instant oldest = clock.instant().minus(EXPECTED_FOR);
    lost.values().removeIf(since -> since.isBefore(oldest));
    return lost.keySet().stream().sorted().toList();
  }

  void tick(Map<NodeId, NodeChannel> channels) {
    long now = nanoTime.getAsLong();
    if (now - askAt < 0) {
      return;
    }
    askAt = now + ASK_EVERY.toNanos();
    channels.forEach(
        (node, channel) ->
            channel.inspect(
                new NodeQuestion(GET_NODE, RawJson.EMPTY_OBJECT),
                answer -> learn(node, answer, now)));
  }

  /** Answers {@link #GET_NODE}. */
  RawJson describeSelf() {
    JsonValue own =
        out ->
            out.beginObject()
                .field("version", ClientInfo.VERSION)
                .field("time", clock.instant().toEpochMilli())
                .endObject();
    return own.toRaw();
  }

  private void learn(NodeId node, @Nullable RawJson answer, long askedAt) {
    Facts known = facts.get(node);
    if (known == null || answer == null) {
      return;
    }
    try {
      Fields fields = answer.fields();
      long rtt = (nanoTime.getAsLong() - askedAt) / 1_000_000;
      // Half of the round trip has passed since the other node read its clock.
      long difference = fields.integer("time", 0) + rtt / 2 - clock.instant().toEpochMilli();
      facts.put(node, new Facts(known.since(), fields.string("version"), rtt, difference));
    } catch (InvalidField odd) {
      // A later version may answer in another way; the node is shown without these figures.
    }
  }

  ClusterStatus describe(String cluster, InterestReplica replica, NatsState nats) {
    var nodes = new ArrayList<ClusterStatus.Node>();
    replica.digests().forEach((node, digest) -> nodes.add(describe(node, digest, replica)));
    missing().forEach(name -> nodes.add(silent(name)));
    nodes.sort(Comparator.comparing(ClusterStatus.Node::name));
    return new ClusterStatus(self.name(), cluster, nodes, describe(nats));
  }

  private ClusterStatus.Node describe(NodeId node, InterestDigest digest, InterestReplica replica) {
    if (node.equals(self)) {
      return new ClusterStatus.Node(
          node.name(),
          node.epoch(),
          ClientInfo.VERSION,
          PROTOCOL,
          ClusterStatus.UP,
          startedAt,
          digest.entries(),
          null,
          null,
          null);
    }
    Facts known = facts.getOrDefault(node, new Facts(startedAt, "", null, null));
    return new ClusterStatus.Node(
        node.name(),
        node.epoch(),
        known.version(),
        PROTOCOL,
        replica.isBehind(node) ? "joining" : ClusterStatus.UP,
        known.since(),
        digest.entries(),
        replica.silenceMillis(node),
        known.rttMs(),
        known.clockMs());
  }

  private ClusterStatus.Node silent(String name) {
    return new ClusterStatus.Node(
        name, null, "", PROTOCOL, "silent", lost.get(name), 0, null, null, null);
  }

  private static ClusterStatus.Nats describe(NatsState state) {
    NatsProblem problem = state.lastProblem();
    return new ClusterStatus.Nats(
        state.connected() ? ClusterStatus.Nats.CONNECTED : "disconnected",
        state.server(),
        state.version(),
        null,
        state.since(),
        Math.max(0, state.connects() - 1),
        problem == null ? null : problem.text());
  }
}
