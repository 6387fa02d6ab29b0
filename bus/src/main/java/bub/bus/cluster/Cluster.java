package bub.bus.cluster;

import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ClusterStatus;
import bub.protocol.Pattern;
import bub.protocol.cluster.ClusterOrder;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Other nodes of the cluster, as the hub uses them. Hub thread only. */
public interface Cluster {

  /** A peer of this node subscribed. Several peers may have the same pattern. */
  void subscribed(Pattern pattern, boolean intercepts);

  void unsubscribed(Pattern pattern, boolean intercepts);

  /** Runs {@code done} when every node knows all subscriptions so far, or after a bound. */
  void whenAnnounced(Runnable done);

  /**
   * Makes a connection the only one with its clientId in the cluster. {@code done} gets null, or
   * the error when the cluster cannot decide now.
   */
  void claim(Address clientId, String connectionId, Consumer<@Nullable RpcError> done);

  /** Gives a clientId back, unless a newer connection has claimed it. */
  void release(Address clientId, String connectionId);

  /** Returns the node where this peer is connected; null for peers of this node and strangers. */
  @Nullable RemoteNode nodeOf(Address clientId);

  /** Passes an order about a turn to every other node. */
  void orderTrace(TraceId trace, TraceOrder.Action action, Address by);

  /** Name of this node; empty for a single bus. */
  String nodeName();

  /** Puts a question to every other node that is alive, within a bound of a few seconds. */
  void ask(NodeQuestion question, Consumer<NodeAnswers> done);

  /**
   * Finds the node that a chat belongs to. With {@code acquires}, this node takes a chat that
   * belongs to nobody. A chat is written as {@code channel:id}.
   */
  default void findOwner(String chat, boolean acquires, Consumer<ChatOwner> done) {
    done.accept(new ChatOwner.Here(false));
  }

  /** Gives a chat back that this node took for a request that failed. */
  default void disown(String chat) {}

  /** Other nodes that are alive, by name. */
  default List<RemoteNode> nodes() {
    return List.of();
  }

  /** Names of the other nodes that are alive. */
  default List<String> nodeNames() {
    return nodes().stream().map(RemoteNode::name).toList();
  }

  /** Carries out an order of a part of bub. {@code done} gets null when there is no cluster. */
  default void order(ClusterOrder order, Consumer<@Nullable Ack> done) {
    done.accept(null);
  }

  /** Puts a question to one other node. */
  default void ask(String node, NodeQuestion question, Consumer<NodeAnswers> done) {
    ask(question, answers -> done.accept(answers.of(node)));
  }

  /** Returns the nodes and the connection to NATS as this node knows them; null on a single bus. */
  @Nullable ClusterStatus status();

  Map<String, Long> figures();

  long heldBytes();

  /** Called about every quarter of a second. */
  void tick();
}
