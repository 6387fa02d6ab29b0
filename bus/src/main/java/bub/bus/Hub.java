package bub.bus;

import bub.bus.activity.Activity;
import bub.bus.deliver.Courier;
import bub.bus.deliver.Interceptors;
import bub.bus.deliver.Tally;
import bub.bus.policy.Doorkeeper;
import bub.bus.policy.Lock;
import bub.bus.policy.Policy;
import bub.bus.policy.Rates;
import bub.bus.policy.Throttle;
import bub.bus.policy.TypeRules;
import bub.bus.route.Routes;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.Metrics;
import bub.protocol.Pattern;
import bub.protocol.Status;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a dialect sees of the bus: let a peer in, let it listen, send for it, tell how things are.
 * Everything runs on the hub thread; whoever is elsewhere comes in through {@link #execute}.
 */
public final class Hub {

  /** The parts that differ between production and tests. */
  public record Surroundings(
      String serverId,
      Limits limits,
      Rules rules,
      Activity activity,
      Executor hubThread,
      InstantSource clock,
      LongSupplier nanoTime,
      Supplier<MessageId> messageIds,
      long routeSeed) {

    /** With the standard rules, and random ids for messages that come without one. */
    public Surroundings(
        String serverId,
        Limits limits,
        Activity activity,
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
  public record Rules(TypeRules types, Interceptors.OnFailure onFailure, Rates rates) {
    public static Rules standard() {
      return new Rules(TypeRules.builtIn(false), Interceptors.OnFailure.OPEN, Rates.standard());
    }
  }

  private final Surroundings surroundings;
  private final Roster roster;
  private final Switchboard switchboard;
  private final Tally tally = new Tally();
  private final Doorkeeper doorkeeper;
  private long connectionsSeen;
  private boolean draining;

  public Hub(Surroundings surroundings) {
    this.surroundings = surroundings;
    Rules rules = surroundings.rules();
    var messages =
        new Throttle(rules.rates().messages(), rules.rates().messages(), surroundings.nanoTime());
    var routes = new Routes(surroundings.routeSeed());
    var interceptors = new Interceptors(surroundings.routeSeed(), tally, rules.onFailure());
    doorkeeper = new Doorkeeper(rules.rates(), surroundings.nanoTime());
    roster =
        new Roster(routes, interceptors, surroundings.limits().maxSubscriptionsPerConnection());
    switchboard =
        new Switchboard(
            surroundings.activity(),
            new Policy(roster::find, rules.types(), messages),
            interceptors,
            routes,
            new Courier(tally));
  }

  public String serverId() {
    return surroundings.serverId();
  }

  public Limits limits() {
    return surroundings.limits();
  }

  public Activity activity() {
    return surroundings.activity();
  }

  public InstantSource clock() {
    return surroundings.clock();
  }

  public LongSupplier nanoTime() {
    return surroundings.nanoTime();
  }

  /** New ids for messages that come without one. */
  public Supplier<MessageId> messageIds() {
    return surroundings.messageIds();
  }

  /** Runs {@code task} on the hub thread. Safe for any thread. */
  public void execute(Runnable task) {
    surroundings.hubThread().execute(task);
  }

  /** Decides who a connection is, before it joins. */
  public Lock.Admission admit(
      @Nullable String token,
      @Nullable String certificateName,
      String remoteAddress,
      Address clientId) {
    return doorkeeper.admit(token, certificateName, remoteAddress, clientId);
  }

  /** From now on this lock holds; who does not fit it any more is closed. */
  public void use(Lock lock) {
    doorkeeper.use(lock);
    roster.expel(lock);
  }

  /** Closes those whose token has expired; called now and then. */
  public void expelExpired() {
    roster.expel(doorkeeper.lock());
  }

  /** Null when the peer is in, else why not. */
  public @Nullable RpcError join(ConnectedPeer peer) {
    if (draining) {
      return drainingError();
    }
    connectionsSeen++;
    roster.join(peer);
    return null;
  }

  public void leave(ConnectedPeer peer) {
    roster.leave(peer);
  }

  public @Nullable RpcError subscribe(ConnectedPeer peer, Pattern pattern) {
    RpcError refusal = Policy.refuseSubscription(peer, pattern);
    return refusal != null ? refusal : roster.subscribe(peer, pattern);
  }

  public boolean unsubscribe(ConnectedPeer peer, String pattern) {
    return roster.unsubscribe(peer, pattern);
  }

  public void send(
      ConnectedPeer from, RequestId rpcId, Envelope envelope, Switchboard.Sender sender) {
    if (draining) {
      sender.refused(drainingError());
    } else {
      switchboard.send(from, rpcId, envelope, sender);
    }
  }

  /** Sends a message that nobody waits for. */
  public void publish(ConnectedPeer from, Envelope envelope) {
    if (!draining) {
      switchboard.publish(from, envelope);
    }
  }

  private static RpcError drainingError() {
    return RpcError.of(ErrorCodes.DRAINING, "the bus is shutting down; connect again in a moment")
        .because("draining");
  }

  /** From now on no message and no peer is let in; what is in flight goes on. */
  public void drain() {
    draining = true;
  }

  /** True when nobody waits for an answer any more. */
  public boolean isQuiet() {
    return switchboard.traffic().inFlight() == 0;
  }

  public Status status() {
    return new Status(serverId(), roster.describe());
  }

  public int peers() {
    return roster.size();
  }

  public Metrics metrics() {
    var values = new LinkedHashMap<String, Long>();
    values.put("peers", (long) roster.size());
    values.put("peers_total", connectionsSeen);
    values.put("subscriptions", roster.subscriptions());
    values.put("messages_accepted_total", switchboard.traffic().acceptedSoFar());
    values.put("messages_refused_total", switchboard.traffic().refusedSoFar());
    values.put("messages_in_flight", (long) switchboard.traffic().inFlight());
    tally.forEach((status, count) -> values.put("deliveries_" + status.word() + "_total", count));
    Activity.Figures log = activity().figures();
    values.put("activity_events_written_total", log.eventsWritten());
    values.put("activity_events_lost_total", log.eventsLost());
    values.put("activity_queued_bytes", log.queuedBytes());
    values.put("activity_failing", log.failing() ? 1L : 0L);
    Runtime runtime = Runtime.getRuntime();
    values.put("heap_used_bytes", runtime.totalMemory() - runtime.freeMemory());
    return new Metrics(values);
  }
}
