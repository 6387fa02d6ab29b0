package bub.bus;

import bub.bus.activity.event.Trail;
import bub.bus.activity.log.ActivityLog;
import bub.bus.cluster.Cluster;
import bub.bus.cluster.RemoteNode;
import bub.bus.cluster.RemotePeer;
import bub.bus.cluster.SingleBus;
import bub.bus.deliver.Courier;
import bub.bus.deliver.DeliveryCounters;
import bub.bus.deliver.DeliveryOutcome;
import bub.bus.deliver.InterceptorChain;
import bub.bus.memory.MemoryBudget;
import bub.bus.policy.Authenticator;
import bub.bus.policy.BusLock;
import bub.bus.policy.BusLock.Admission;
import bub.bus.policy.Policy;
import bub.bus.policy.PresentedCredentials;
import bub.bus.policy.Principal;
import bub.bus.policy.RefusalReason;
import bub.bus.policy.ReservedAddresses;
import bub.bus.route.RoutingTable;
import bub.bus.route.Subscriber;
import bub.bus.trace.LoopGuard;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.Metrics;
import bub.protocol.Pattern;
import bub.protocol.Status;
import bub.protocol.trace.TraceNotice;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Core of the bus as the dialects use it. Hub thread only; others use {@link #execute}. */
public final class Hub {

  /** Parts that differ between production and tests. */
  public record Environment(
      String serverId,
      BusLimits limits,
      BusRules rules,
      ActivityLog activity,
      Executor hubThread,
      InstantSource clock,
      LongSupplier nanoTime,
      Supplier<MessageId> messageIds,
      long routeSeed) {

    public Environment(
        String serverId,
        BusLimits limits,
        ActivityLog activity,
        Executor hubThread,
        InstantSource clock,
        LongSupplier nanoTime,
        long routeSeed) {
      this(
          serverId,
          limits,
          BusRules.standard(),
          activity,
          hubThread,
          clock,
          nanoTime,
          () -> new MessageId("msg_" + UUID.randomUUID()),
          routeSeed);
    }
  }

  private final Environment environment;
  private final long startedNanos;
  private final PeerRegistry peers;
  private final Switchboard switchboard;
  private final DeliveryCounters counters = new DeliveryCounters();
  private final MemoryBudget memory;
  private final Authenticator authenticator;
  private final LoopGuard guard;
  private final TraceService traceService;
  private final NodeTraffic nodeTraffic;
  private final ServiceChecks serviceChecks;
  private final OwnAddresses ownAddresses;
  private BuiltInService service = NoBuiltInService.NOBODY;
  private Cluster cluster = SingleBus.ALONE;
  private boolean draining;

  public Hub(Environment environment) {
    this.environment = environment;
    this.startedNanos = environment.nanoTime().getAsLong();
    this.memory = new MemoryBudget(limits().memory(), environment.hubThread());
    BusRules rules = environment.rules();
    var routes = new RoutingTable(environment.routeSeed());
    var interceptors =
        new InterceptorChain(environment.routeSeed(), counters, rules.onFailure(), nanoTime());
    authenticator = new Authenticator(rules.rates(), environment.nanoTime());
    var reserved = new ReservedAddresses(rules.reserved());
    int maxSubscriptions = limits().maxSubscriptionsPerConnection();
    peers = new PeerRegistry(routes, interceptors, reserved, () -> cluster, maxSubscriptions);
    var policy =
        new Policy(
            peers::find,
            id -> cluster.nodeOf(id) != null,
            reserved,
            rules.types(),
            rules.rates(),
            nanoTime());
    guard = new LoopGuard(rules.guard(), nanoTime(), this::announceLater);
    var courier = new Courier(counters);
    var chatRequests = new ChatRequests(courier, () -> cluster);
    switchboard =
        new Switchboard(activity(), policy, interceptors, routes, guard, courier, chatRequests);
    traceService =
        new TraceService(activity(), policy, switchboard, guard, messageIds(), () -> cluster);
    nodeTraffic =
        new NodeTraffic(
            this,
            peers,
            routes,
            interceptors,
            courier,
            guard.acrossNodes(),
            switchboard.traffic(),
            traceService,
            chatRequests);
    serviceChecks = new ServiceChecks(this, policy, guard, switchboard.traffic());
    var clusterOrders = new ClusterOrders(this, () -> cluster);
    ownAddresses = new OwnAddresses(this::service, traceService, clusterOrders);
  }

  public String serverId() {
    return environment.serverId();
  }

  public BusLimits limits() {
    return environment.limits();
  }

  public ActivityLog activity() {
    return environment.activity();
  }

  public InstantSource clock() {
    return environment.clock();
  }

  public LongSupplier nanoTime() {
    return environment.nanoTime();
  }

  public MemoryBudget memory() {
    return memory;
  }

  public Supplier<MessageId> messageIds() {
    return environment.messageIds();
  }

  /** Runs {@code task} on the hub thread. Safe for any thread. */
  public void execute(Runnable task) {
    environment.hubThread().execute(task);
  }

  public Admission admit(PresentedCredentials credentials) {
    Address clientId = credentials.clientId();
    if (OwnAddresses.contain(clientId)) {
      return new Admission.Refused(
          RpcError.invalidParams("clientId: " + clientId + " is reserved for the bus")
              .because("reserved"));
    }
    Admission admission = authenticator.admit(credentials);
    if (!(admission instanceof Admission.Admitted(Principal principal))) {
      return admission;
    }
    RpcError refusal = service.refuse(clientId, credentials.idToken(), principal);
    return refusal == null
        ? admission
        : new Admission.Refused(
            credentials.idToken() == null
                ? refusal
                : guessed(credentials.remoteAddress(), refusal));
  }

  /** Counts a wrong token against its remote address. Returns the error to answer with. */
  public RpcError guessed(String remoteAddress, RpcError refusal) {
    return authenticator.guessed(remoteAddress, refusal);
  }

  public void host(BuiltInService newResident) {
    service = newResident;
  }

  BuiltInService service() {
    return service;
  }

  /** Makes this bus a node of a cluster. Called before the first peer connects. */
  public void join(Cluster newCluster) {
    cluster = newCluster;
  }

  /** Returns the checks of messages to built-in services. */
  public ServiceChecks serviceChecks() {
    return serviceChecks;
  }

  /** Returns the way in for other nodes. */
  public NodeTraffic nodeTraffic() {
    return nodeTraffic;
  }

  /** Closes the connections that the lock does not admit, including expired ones. */
  public void use(BusLock lock) {
    authenticator.use(lock);
    peers.expel(lock);
  }

  public BusLock lock() {
    return authenticator.lock();
  }

  /** Called about every quarter of a second. */
  public void tick() {
    long _ = nanoTime().getAsLong(); // the stall-tolerant clock needs to be read often
    service.tick();
    cluster.tick();
    memory.holdShared(service.heldBytes() + guard.heldBytes() + cluster.heldBytes());
  }

  /**
   * Connects a peer. {@code done} gets null, or the error when the peer may not join. A single bus
   * calls it at once. {@code isOpen} is false when the connection has closed meanwhile.
   */
  public void join(ConnectedPeer peer, BooleanSupplier isOpen, Consumer<@Nullable RpcError> done) {
    if (draining) {
      done.accept(drainingError());
      return;
    }
    cluster.claim(
        peer.clientId(),
        peer.connectionId(),
        refusal -> {
          if (refusal == null && isOpen.getAsBoolean()) {
            peer.openAccount(authenticator.lock().isOwnPart(peer.principal()));
            peers.join(peer);
            service.arrived(peer.clientId());
          } else if (refusal == null) {
            cluster.release(peer.clientId(), peer.connectionId());
          }
          done.accept(refusal);
        });
  }

  /** Runs {@code done} when every node knows the subscriptions so far. */
  public void whenAnnounced(Runnable done) {
    cluster.whenAnnounced(done);
  }

  public Cluster cluster() {
    return cluster;
  }

  public void leave(ConnectedPeer peer) {
    peers.leave(peer);
    peer.closeAccount();
    cluster.release(peer.clientId(), peer.connectionId());
    if (!isConnected(peer.clientId())) {
      service.left(peer.clientId());
    }
  }

  /** Admits a caller that sends without joining: it replaces no peer and receives no messages. */
  public @Nullable RpcError visit(ConnectedPeer caller) {
    if (draining) {
      return drainingError();
    }
    caller.openAccount(authenticator.lock().isOwnPart(caller.principal()));
    return null;
  }

  public void endVisit(ConnectedPeer caller) {
    caller.closeAccount();
  }

  /** Returns a peer of this node. */
  public @Nullable ConnectedPeer find(Address clientId) {
    return peers.find(clientId);
  }

  /** Returns a peer of any node; null when it is not connected. */
  public @Nullable Subscriber locate(Address clientId) {
    ConnectedPeer own = peers.find(clientId);
    RemoteNode node = own == null ? cluster.nodeOf(clientId) : null;
    return node == null ? own : new RemotePeer(clientId, node);
  }

  public boolean isConnected(Address clientId) {
    return peers.find(clientId) != null || cluster.nodeOf(clientId) != null;
  }

  /** Returns null on success, and {@code already} when the subscription existed. */
  public @Nullable RpcError subscribe(
      ConnectedPeer peer, Pattern pattern, @Nullable RpcError already) {
    RpcError refusal = Policy.refuseSubscription(peer, pattern);
    return refusal != null ? refusal : peers.subscribe(peer, pattern, already);
  }

  public boolean unsubscribe(ConnectedPeer peer, String pattern) {
    return peers.unsubscribe(peer, pattern);
  }

  public void send(
      ConnectedPeer from, RequestId rpcId, Envelope envelope, Switchboard.Sender sender) {
    if (draining) {
      switchboard.traffic().refused(RefusalReason.DRAINING);
      sender.refused(drainingError());
    } else if (!ownAddresses.take(from, rpcId, envelope, sender)) {
      switchboard.send(from, rpcId, envelope, sender);
    }
  }

  /** After the refusal: the sender learns of it before anybody else does. */
  private void announceLater(TraceNotice notice) {
    execute(() -> traceService.announce(TraceNotice.ADDRESS, notice));
  }

  /** Delivers to one peer only, not to other subscribers; {@code done} is called once. */
  public void call(
      Envelope envelope,
      Subscriber to,
      Trail trail,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<DeliveryOutcome> done) {
    switchboard.call(envelope, to, trail, timeout, progress, done);
  }

  public void publish(ConnectedPeer from, Envelope envelope) {
    if (!draining
        && !ownAddresses.take(from, RequestId.NULL, envelope, NotificationSender.SENDER)) {
      switchboard.publish(from, envelope);
    }
  }

  static RpcError drainingError() {
    return RpcError.of(ErrorCodes.DRAINING, "The bus is shutting down: connect again in a moment")
        .because(RefusalReason.DRAINING.word());
  }

  /** Refuses new messages and new peers from now on. Messages in flight continue. */
  public void drain() {
    draining = true;
  }

  boolean isDraining() {
    return draining;
  }

  /** True when no sender waits for an answer. */
  public boolean isQuiet() {
    return switchboard.traffic().inFlight() == 0;
  }

  public Status status(Status.Query query) {
    return peers.describe(serverId(), query);
  }

  public int peers() {
    return peers.size();
  }

  public Metrics metrics() {
    var values = new LinkedHashMap<String, Long>();
    Duration age = Duration.ofNanos(nanoTime().getAsLong() - startedNanos);
    values.put("uptime_seconds", age.toSeconds());
    values.putAll(peers.figures());
    values.put("lock_failing", lock().problem() == null ? 0L : 1L);
    values.putAll(switchboard.figures());
    values.putAll(counters.figures());
    values.putAll(memory.figures());
    values.putAll(activity().figures().named());
    values.putAll(service.figures());
    values.putAll(cluster.figures());
    return new Metrics(values);
  }
}
