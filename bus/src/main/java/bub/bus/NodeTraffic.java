package bub.bus;

import bub.bus.activity.event.Trail;
import bub.bus.activity.log.ActivityLog;
import bub.bus.cluster.NodeLink;
import bub.bus.cluster.NodeReply;
import bub.bus.cluster.RemoteNode;
import bub.bus.deliver.Courier;
import bub.bus.deliver.DeliveryOutcome;
import bub.bus.deliver.InterceptorChain;
import bub.bus.memory.MemoryAccount;
import bub.bus.route.RoutingTable;
import bub.bus.route.Subscriber;
import bub.bus.trace.ClusterTraces;
import bub.bus.trace.TraceContext;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Traffic from other nodes: their routes, and messages that they have accepted and judged. Only
 * peers of this node receive them. Hub thread only.
 */
public final class NodeTraffic {
  private static final NodeReply SHUTTING_DOWN =
      new NodeReply.Failed(new Reply.Busy("it is shutting down"));

  private final Hub hub;
  private final PeerRegistry peers;
  private final ActivityLog activity;
  private final RoutingTable routes;
  private final InterceptorChain interceptors;
  private final Courier courier;
  private final ClusterTraces traces;
  private final TrafficCounters traffic;
  private final TraceService traceService;
  private final ChatRequests chatRequests;
  private final MemoryAccount account;

  NodeTraffic(
      Hub hub,
      PeerRegistry peers,
      RoutingTable routes,
      InterceptorChain interceptors,
      Courier courier,
      ClusterTraces traces,
      TrafficCounters traffic,
      TraceService traceService,
      ChatRequests chatRequests) {
    this.hub = hub;
    this.peers = peers;
    this.activity = hub.activity();
    this.routes = routes;
    this.interceptors = interceptors;
    this.courier = courier;
    this.traces = traces;
    this.traffic = traffic;
    this.traceService = traceService;
    this.chatRequests = chatRequests;
    this.account = hub.memory().open("cluster", _ -> {});
    account.initialized("cluster", true);
  }

  public RemoteNode connect(String name, NodeLink link) {
    return new RemoteNode(name, link, traces::contextOf);
  }

  public void addRoute(RemoteNode node, Pattern pattern, boolean intercepts) {
    if (intercepts) {
      interceptors.add(pattern, node);
    } else {
      routes.add(pattern, node);
    }
  }

  public void removeRoute(RemoteNode node, Pattern pattern, boolean intercepts) {
    if (intercepts) {
      interceptors.remove(pattern, node);
    } else {
      routes.remove(pattern, node);
    }
  }

  /** Forgets a node whose routes have been removed. */
  public void disconnect(RemoteNode node) {
    interceptors.forget(node);
  }

  /** Delivers a message to every subscriber of this node, and calls {@code done} once. */
  public void deliver(
      RemoteNode from, Envelope envelope, TraceContext context, Consumer<NodeReply> done) {
    List<Subscriber> recipients = ownOf(routes.to(envelope.to()));
    if (recipients.isEmpty()) {
      done.accept(new NodeReply.Acked(List.of()));
    } else if (hub.isDraining()) {
      done.accept(SHUTTING_DOWN);
    } else {
      Trail trail = begin(from, envelope, context, recipients);
      courier.deliver(
          envelope,
          recipients,
          trail,
          account,
          acks -> {
            end(trail);
            done.accept(new NodeReply.Acked(acks));
          });
    }
  }

  /** Delivers a request about chats that another node passed on, if this node is the right one. */
  public void forward(
      RemoteNode from, Envelope envelope, TraceContext context, Consumer<NodeReply> done) {
    List<Subscriber> recipients = ownOf(routes.to(envelope.to()));
    if (!ChatRequests.concern(envelope.to()) || recipients.isEmpty()) {
      done.accept(new NodeReply.Acked(List.of()));
    } else if (hub.isDraining()) {
      done.accept(SHUTTING_DOWN);
    } else {
      Trail trail = begin(from, envelope, context, recipients);
      chatRequests.deliverForwarded(
          envelope,
          recipients,
          trail,
          account,
          acks -> {
            end(trail);
            done.accept(new NodeReply.Acked(acks));
          });
    }
  }

  /** Delivers a message that nobody waits for. */
  public void publish(RemoteNode from, Envelope envelope, TraceContext context) {
    List<Subscriber> told = ownOf(interceptors.at(envelope.to()));
    if (!told.isEmpty() && !hub.isDraining()) {
      Trail trail = begin(from, envelope, context, told);
      courier.tell(envelope, told, trail);
      end(trail);
    }
  }

  /** Asks the interceptors of this node. */
  public void intercept(
      RemoteNode from, Envelope envelope, TraceContext context, Consumer<NodeReply> done) {
    List<Subscriber> asked = ownOf(interceptors.at(envelope.to()));
    if (asked.isEmpty()) {
      done.accept(new NodeReply.Acked(List.of()));
      return;
    }
    Trail trail = begin(from, envelope, context, asked);
    interceptors.ask(
        asked,
        envelope,
        trail,
        account,
        new InterceptorChain.Ruling() {
          @Override
          public void passed(List<Ack> acks) {
            end(trail);
            done.accept(new NodeReply.Acked(acks));
          }

          @Override
          public void halted(Address by, Ack ack) {
            end(trail);
            done.accept(new NodeReply.Halted(by, ack));
          }
        });
  }

  /** Delivers a call to one peer of this node. */
  public void call(
      RemoteNode from,
      Address provider,
      Envelope envelope,
      TraceContext context,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<DeliveryOutcome> done) {
    ConnectedPeer peer = hub.find(provider);
    if (peer == null) {
      var gone = new Reply.Disconnected("it is no longer connected");
      done.accept(DeliveryOutcome.of(from, gone));
      return;
    }
    Trail trail = begin(from, envelope, context, List.of(peer));
    courier.call(
        envelope,
        peer,
        trail,
        timeout,
        progress,
        outcome -> {
          end(trail);
          done.accept(outcome);
        });
  }

  /** Closes a connection whose clientId now belongs to a newer connection on another node. */
  public void replaced(Address clientId, String connectionId) {
    ConnectedPeer peer = peers.find(clientId);
    if (peer != null && peer.connectionId().equals(connectionId)) {
      peer.close(CloseCodes.REPLACED, "replaced by a new connection of " + clientId);
    }
  }

  /** A peer connected to another node. */
  public void arrived(Address clientId) {
    hub.service().arrived(clientId);
  }

  /** A peer disconnected from another node. */
  public void left(Address clientId) {
    if (!hub.isConnected(clientId)) {
      hub.service().left(clientId);
    }
  }

  /** Carries out an order about a turn that another node has accepted. */
  public void orderTrace(TraceId trace, TraceOrder.Action action, Address by) {
    traceService.carryOut(trace, action, by);
  }

  private Trail begin(
      RemoteNode from, Envelope envelope, TraceContext context, List<Subscriber> recipients) {
    Trail trail = activity.arrived(envelope);
    TraceContext.Turn turn = context.turn();
    if (turn != null) {
      trail.caused(turn.id(), Causality.read(envelope.payload()).cause());
    }
    traces.arrived(from.clientId(), envelope, context, recipients);
    traffic.begin();
    return trail;
  }

  private void end(Trail trail) {
    traffic.end();
    trail.arrivalFinished();
  }

  /** Leaves out other nodes: each message reaches a node from the node that accepted it. */
  private static List<Subscriber> ownOf(List<Subscriber> subscribers) {
    for (int i = 0; i < subscribers.size(); i++) {
      if (subscribers.get(i) instanceof RemoteNode) {
        var own = new ArrayList<>(subscribers);
        own.removeIf(RemoteNode.class::isInstance);
        return own;
      }
    }
    return subscribers;
  }
}
