package bub.cluster;

import bub.bus.Hub;
import bub.bus.cluster.ChatOwner;
import bub.bus.cluster.Cluster;
import bub.bus.cluster.ClusterRefusal;
import bub.bus.cluster.NodeAnswers;
import bub.bus.cluster.NodeQuestion;
import bub.bus.cluster.RemoteNode;
import bub.bus.inspect.NodeInspection;
import bub.cluster.identity.ClaimResult;
import bub.cluster.identity.ClientIdClaims;
import bub.cluster.interest.InterestEntry;
import bub.cluster.interest.InterestReplica;
import bub.cluster.interest.InterestSettings;
import bub.cluster.interest.NodeId;
import bub.cluster.message.NodeChannel;
import bub.cluster.message.NodeInbox;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.NatsBucket;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.Subjects;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ClusterStatus;
import bub.protocol.Pattern;
import bub.protocol.cluster.ClusterOrder;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This bus as one node of a cluster. Methods of {@link Cluster} run on the hub thread only. */
public final class ClusterNode implements Cluster, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterNode.class);
  private static final int TICK_MILLIS = 100;
  private static final Duration DELETIONS_AFTER = Duration.ofHours(1);

  private final NodeId self;
  private final Hub hub;
  private final NatsConnection nats;
  private final Subjects subjects;
  private final NatsTransport transport;
  private final InterestReplica replica;
  private final NodeMembers members;
  private final NodeInbox inbox;
  private final NatsBucket identities;
  private final ClientIdClaims claims;
  private final NodeLeases leases;
  private final NodeInspection inspection;
  private final NodeStatuses statuses;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("bub-cluster-timer").factory());
  private boolean isFlushScheduled;
  private volatile @Nullable String conflict;

  private ClusterNode(NodeId self, Hub hub, NatsConnection nats) {
    this.self = self;
    this.hub = hub;
    this.nats = nats;
    this.inspection = new NodeInspection(hub);
    this.statuses = new NodeStatuses(self, hub.clock(), hub.nanoTime());
    this.subjects = nats.settings().subjects();
    this.transport = new NatsTransport(nats, self);
    this.members = new NodeMembers(hub.nodeTraffic(), hub::execute, this::open, new Changes());
    this.replica =
        new InterestReplica(self, InterestSettings.DEFAULTS, transport, members, hub.nanoTime());
    this.inbox = new NodeInbox(hub::execute, members::find, replica::received);
    this.identities = new NatsBucket(nats, subjects.identityBucket());
    this.claims = new ClientIdClaims(identities, self, this::lost);
    var leaseBucket = new NatsBucket(nats, subjects.leaseBucket());
    this.leases = new NodeLeases(leaseBucket, self, hub::execute, members::named);
  }

  /** Makes a bus a node of a cluster. Called before its first peer connects. */
  public static ClusterNode join(NodeId self, Hub hub, NatsConnection nats)
      throws ClusterUnavailable {
    var node = new ClusterNode(self, hub, nats);
    hub.join(node);
    node.start();
    return node;
  }

  private void start() throws ClusterUnavailable {
    claims.start();
    leases.start();
    nats.subscribe(subjects.interest(), (_, data) -> inbox.broadcast(data));
    nats.subscribe(subjects.node(self.name(), self.epoch()), (_, data) -> inbox.received(data));
    nats.listen(
        new NatsConnection.Listener() {
          @Override
          public void connected() {
            hub.execute(replica::tick);
            inBackground("check the claims of this node", claims::revalidate);
          }

          @Override
          public void disconnected() {
            hub.execute(ClusterNode.this::disconnected);
          }
        });
    timer.scheduleAtFixedRate(
        () -> hub.execute(replica::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    long hours = DELETIONS_AFTER.toHours();
    timer.scheduleAtFixedRate(this::forgetDeletions, hours, hours, TimeUnit.HOURS);
  }

  private NodeChannel open(NodeId other) {
    return new NodeChannel(
        other,
        new NodeChannel.Environment(
            self,
            transport,
            hub.nodeTraffic(),
            this::inspect,
            hub.nanoTime(),
            hub::execute,
            hub.limits().processTimeout()));
  }

  private void inspect(NodeQuestion question, Consumer<@Nullable RawJson> done) {
    if (question.method().equals(NodeStatuses.GET_NODE)) {
      done.accept(statuses.describeSelf());
    } else {
      inspection.answer(
          question,
          reply -> done.accept(reply instanceof Reply.Answered(RawJson result) ? result : null));
    }
  }

  /** NATS keeps a trace of each clientId that was given back. */
  private void forgetDeletions() {
    inBackground(
        "remove old entries of clientIds",
        () -> identities.forgetDeletions(hub.clock().instant().minus(DELETIONS_AFTER)));
  }

  /** The first of the remaining nodes removes the claims of one that died. */
  private void forget(NodeId gone) {
    boolean isFirst =
        replica.nodes().stream().allMatch(other -> other.name().compareTo(self.name()) > 0);
    if (isFirst) {
      inBackground("remove the claims of node " + gone.name(), () -> claims.forgetNode(gone));
    }
  }

  /** A task that waits for NATS. */
  private interface NatsTask {
    void run() throws ClusterUnavailable;
  }

  private static void inBackground(String purpose, NatsTask task) {
    Thread.ofVirtual()
        .name("bub-cluster-task")
        .start(
            () -> {
              try {
                task.run();
              } catch (ClusterUnavailable unavailable) {
                LOG.warn("Could not {}: {}", purpose, unavailable.getMessage());
              }
            });
  }

  /** Returns the reason why this node cannot be a member, or null. Safe for any thread. */
  public @Nullable String conflict() {
    return conflict;
  }

  /** True when this node has the tables of all nodes, and no other its name. Hub thread only. */
  public boolean isComplete() {
    return replica.nodesBehind() == 0 && !replica.mayHaveRival();
  }

  /** Names of the other nodes that are alive. Hub thread only. */
  public List<String> others() {
    return replica.nodes().stream().map(NodeId::name).sorted().toList();
  }

  private void disconnected() {
    members.channels().forEach(channel -> channel.disconnected("the connection to NATS was lost"));
  }

  private void lost(String clientId, String connectionId) {
    hub.execute(() -> hub.nodeTraffic().replaced(new Address(clientId), connectionId));
  }

  @Override
  public void subscribed(Pattern pattern, boolean intercepts) {
    announce(PatternEntries.of(pattern, intercepts));
  }

  @Override
  public void unsubscribed(Pattern pattern, boolean intercepts) {
    withdraw(PatternEntries.of(pattern, intercepts));
  }

  private void announce(@Nullable InterestEntry entry) {
    if (entry != null) {
      replica.add(entry);
      scheduleFlush();
    }
  }

  private void withdraw(@Nullable InterestEntry entry) {
    if (entry != null) {
      replica.remove(entry);
      scheduleFlush();
    }
  }

  /** All changes of one turn of the hub leave together. */
  private void scheduleFlush() {
    if (!isFlushScheduled) {
      isFlushScheduled = true;
      hub.execute(
          () -> {
            isFlushScheduled = false;
            replica.flush();
          });
    }
  }

  @Override
  public void whenAnnounced(Runnable done) {
    scheduleFlush();
    replica.whenKnown(done);
  }

  @Override
  public void claim(Address clientId, String connectionId, Consumer<@Nullable RpcError> done) {
    InterestEntry peer = PatternEntries.ofPeer(clientId);
    if (peer == null) {
      done.accept(null);
      return;
    }
    claims.claim(
        clientId.value(), connectionId, result -> hub.execute(() -> claimed(peer, result, done)));
  }

  private void claimed(InterestEntry peer, ClaimResult result, Consumer<@Nullable RpcError> done) {
    switch (result) {
      case ClaimResult.Claimed _ -> {
        announce(peer);
        done.accept(null);
      }
      case ClaimResult.Overtaken _ ->
          done.accept(ClusterRefusal.unavailable("a newer connection took over the clientId"));
      case ClaimResult.Unavailable(String reason) ->
          done.accept(ClusterRefusal.unavailable(reason));
    }
  }

  @Override
  public void release(Address clientId, String connectionId) {
    InterestEntry peer = PatternEntries.ofPeer(clientId);
    if (peer != null) {
      withdraw(peer);
      claims.release(clientId.value(), connectionId);
    }
  }

  @Override
  public @Nullable RemoteNode nodeOf(Address clientId) {
    NodeId node = replica.nodeOfPeer(clientId.value());
    NodeChannel channel = node == null ? null : members.find(node);
    return channel == null ? null : channel.node();
  }

  @Override
  public void findOwner(String chat, boolean acquires, Consumer<ChatOwner> done) {
    leases.findOwner(chat, acquires, done);
  }

  @Override
  public void disown(String chat) {
    leases.disown(chat);
  }

  @Override
  public void order(ClusterOrder order, Consumer<@Nullable Ack> done) {
    leases.order(order, done);
  }

  @Override
  public List<RemoteNode> nodes() {
    return members.channels().stream()
        .map(NodeChannel::node)
        .sorted(Comparator.comparing(RemoteNode::name))
        .toList();
  }

  @Override
  public void orderTrace(TraceId trace, TraceOrder.Action action, Address by) {
    members.channels().forEach(channel -> channel.orderTrace(trace, action, by));
  }

  @Override
  public String nodeName() {
    return self.name();
  }

  @Override
  public void ask(NodeQuestion question, Consumer<NodeAnswers> done) {
    NodeQuestions.ask(List.copyOf(members.channels()), statuses.missing(), question, done);
  }

  @Override
  public void ask(String node, NodeQuestion question, Consumer<NodeAnswers> done) {
    List<NodeChannel> asked =
        members.channels().stream().filter(channel -> channel.node().name().equals(node)).toList();
    NodeQuestions.ask(asked, asked.isEmpty() ? List.of(node) : List.of(), question, done);
  }

  @Override
  public ClusterStatus status() {
    return statuses.describe(nats.settings().cluster(), replica, nats.state());
  }

  @Override
  public Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    replica.figures().forEach((name, value) -> figures.put("cluster_" + name, value));
    figures.put("cluster_invalid_messages", inbox.invalid());
    figures.put("cluster_nats_connected", nats.isConnected() ? 1L : 0L);
    return figures;
  }

  @Override
  public long heldBytes() {
    long bytes = replica.heldBytes();
    for (NodeChannel channel : members.channels()) {
      bytes += channel.heldBytes();
    }
    return bytes;
  }

  @Override
  public void tick() {
    members.channels().forEach(NodeChannel::tick);
    statuses.tick(members.all());
  }

  /** Leaves the cluster, so that the other nodes forget this one at once. Hub thread only. */
  public void leave() {
    replica.leave();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    leases.close();
    claims.close();
  }

  private final class Changes implements NodeMembers.Observer {
    @Override
    public void joined(NodeId node) {
      statuses.joined(node);
    }

    @Override
    public void left(NodeId node, boolean saidGoodbye) {
      statuses.left(node, saidGoodbye);
      forget(node);
    }

    @Override
    public void conflict(String problem) {
      conflict = problem;
      LOG.error("{}", problem);
    }
  }
}
