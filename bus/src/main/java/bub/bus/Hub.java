package bub.bus;

import bub.bus.activity.ActivityLog;
import bub.bus.activity.Trail;
import bub.bus.deliver.Courier;
import bub.bus.deliver.DeliveryCounters;
import bub.bus.deliver.InterceptorChain;
import bub.bus.memory.MemoryBudget;
import bub.bus.policy.Authenticator;
import bub.bus.policy.BusLock;
import bub.bus.policy.BusLock.Admission;
import bub.bus.policy.Policy;
import bub.bus.policy.PolicyDecision;
import bub.bus.policy.PresentedCredentials;
import bub.bus.policy.Principal;
import bub.bus.policy.RateLimits;
import bub.bus.policy.RefusalReason;
import bub.bus.policy.TypeRules;
import bub.bus.route.RoutingTable;
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
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a dialect sees of the bus: let a peer in, let it listen, send for it, tell how things are.
 * Everything runs on the hub thread; whoever is elsewhere comes in through {@link #execute}.
 */
public final class Hub {

  /** The parts that differ between production and tests. */
  public record Environment(
      String serverId,
      BusLimits limits,
      Rules rules,
      ActivityLog activity,
      Executor hubThread,
      InstantSource clock,
      LongSupplier nanoTime,
      Supplier<MessageId> messageIds,
      long routeSeed) {

    /** With the standard rules, and random ids for messages that come without one. */
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
          Rules.standard(),
          activity,
          hubThread,
          clock,
          nanoTime,
          () -> new MessageId("msg_" + UUID.randomUUID()),
          routeSeed);
    }
  }

  /** What an operator decides about messages. */
  public record Rules(TypeRules types, InterceptorChain.OnFailure onFailure, RateLimits rates) {
    public static Rules standard() {
      return new Rules(
          TypeRules.builtIn(false), InterceptorChain.OnFailure.OPEN, RateLimits.standard());
    }
  }

  private final Environment environment;
  private final long startedNanos;
  private final PeerRegistry peers;
  private final Switchboard switchboard;
  private final DeliveryCounters counters = new DeliveryCounters();
  private final MemoryBudget memory;
  private final Authenticator authenticator;
  private final Policy policy;
  private BuiltInService service = NoBuiltInService.NOBODY;
  private boolean draining;

  public Hub(Environment environment) {
    this.environment = environment;
    this.startedNanos = environment.nanoTime().getAsLong();
    this.memory = new MemoryBudget(limits().memory(), environment.hubThread());
    Rules rules = environment.rules();
    var routes = new RoutingTable(environment.routeSeed());
    var interceptors =
        new InterceptorChain(environment.routeSeed(), counters, rules.onFailure(), nanoTime());
    authenticator = new Authenticator(rules.rates(), environment.nanoTime());
    peers = new PeerRegistry(routes, interceptors, limits().maxSubscriptionsPerConnection());
    policy = new Policy(peers::find, peers.reserved(), rules.types(), rules.rates(), nanoTime());
    switchboard = new Switchboard(activity(), policy, interceptors, routes, new Courier(counters));
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

  /** Decides who a connection is, before it joins. */
  public Admission admit(PresentedCredentials credentials) {
    Admission admission = authenticator.admit(credentials);
    if (!(admission instanceof Admission.Admitted(Principal principal))) {
      return admission;
    }
    RpcError refusal = service.refuse(credentials.clientId(), credentials.idToken(), principal);
    return refusal == null
        ? admission
        : new Admission.Refused(
            credentials.idToken() == null
                ? refusal
                : guessed(credentials.remoteAddress(), refusal));
  }

  /** Counts a wrong token against where it came from; returns the error to answer with. */
  public RpcError guessed(String remoteAddress, RpcError refusal) {
    return authenticator.guessed(remoteAddress, refusal);
  }

  /** From now on this resident answers for its addresses. */
  public void host(BuiltInService newResident) {
    service = newResident;
  }

  /** From now on this lock holds; who does not fit it, or has expired by now, is closed. */
  public void use(BusLock lock) {
    authenticator.use(lock);
    peers.expel(lock);
  }

  public BusLock lock() {
    return authenticator.lock();
  }

  /** Lets the resident keep its deadlines; called about every quarter of a second. */
  public void tick() {
    // A clock that leaves out stalls must be read often, also while nobody is connected.
    long _ = nanoTime().getAsLong();
    service.tick();
    memory.holdShared(service.heldBytes());
  }

  /** Null when the peer is in, else why not. */
  public @Nullable RpcError join(ConnectedPeer peer) {
    if (draining) {
      return drainingError();
    }
    peer.openAccount(authenticator.lock().isOwnPart(peer.principal()));
    peers.join(peer);
    service.arrived(peer.clientId());
    return null;
  }

  public void leave(ConnectedPeer peer) {
    peers.leave(peer);
    peer.closeAccount();
    if (peers.find(peer.clientId()) == null) {
      service.left(peer.clientId());
    }
  }

  /**
   * Lets somebody send who is not connected by it: nobody is replaced, and no message reaches them.
   * Null when they may, else why not.
   */
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

  public @Nullable ConnectedPeer find(Address clientId) {
    return peers.find(clientId);
  }

  /** Null when the peer listens to the pattern now; {@code already} when it did before. */
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
    } else if (service.addresses().contains(envelope.to())) {
      service.take(from, rpcId, envelope, sender);
    } else {
      switchboard.send(from, rpcId, envelope, sender);
    }
  }

  /** Judges a message to a service of the bus, or through it, and counts a refusal. */
  public PolicyDecision judgeForService(ConnectedPeer from, Envelope envelope) {
    PolicyDecision decision =
        draining
            ? new PolicyDecision.Refused(RefusalReason.DRAINING, drainingError())
            : policy.judgeForService(from, envelope);
    if (decision instanceof PolicyDecision.Refused(RefusalReason why, _)) {
      switchboard.traffic().refused(why);
    }
    return decision;
  }

  /** Counts a message to a service from a sender that is not a peer yet; null when it may pass. */
  public @Nullable RpcError countForService(String sender) {
    RpcError tooMuch = policy.count(sender);
    if (tooMuch != null) {
      switchboard.traffic().refused(RefusalReason.RATE_LIMITED);
    }
    return tooMuch;
  }

  /** Hands a message to one peer, whoever else listens; {@code done} learns once how it ended. */
  public void call(
      Envelope envelope,
      ConnectedPeer to,
      Trail trail,
      Duration patience,
      Consumer<RawJson> progress,
      Consumer<Courier.Delivery> done) {
    switchboard.call(envelope, to, trail, patience, progress, done);
  }

  /** Sends a message that nobody waits for. */
  public void publish(ConnectedPeer from, Envelope envelope) {
    if (!draining && service.addresses().contains(envelope.to())) {
      service.take(from, RequestId.NULL, envelope, NotificationSender.SENDER);
    } else if (!draining) {
      switchboard.publish(from, envelope);
    }
  }

  private static RpcError drainingError() {
    return RpcError.of(ErrorCodes.DRAINING, "the bus is shutting down; connect again in a moment")
        .because(RefusalReason.DRAINING.word());
  }

  /** From now on no message and no peer is let in; what is in flight goes on. */
  public void drain() {
    draining = true;
  }

  /** True when nobody waits for an answer any more. */
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
    return new Metrics(values);
  }
}
