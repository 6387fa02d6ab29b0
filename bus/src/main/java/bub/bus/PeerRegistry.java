package bub.bus;

import bub.bus.cluster.Cluster;
import bub.bus.deliver.InterceptorChain;
import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.bus.policy.BusLock;
import bub.bus.policy.ReservedAddresses;
import bub.bus.route.RoutingTable;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.Pattern;
import bub.protocol.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Registry of the connected peers by clientId, with their subscriptions. Hub thread only. */
final class PeerRegistry {
  private static final int MAX_GLOBS_PER_CONNECTION = 64;

  private final Map<Address, ConnectedPeer> peers = new HashMap<>();
  private final PeersByArrival arrivals = new PeersByArrival();
  private final RoutingTable routes;
  private final InterceptorChain interceptors;
  private final ReservedAddresses reserved;
  private final Supplier<Cluster> cluster;
  private final int maxSubscriptions;
  private long subscriptions;

  PeerRegistry(
      RoutingTable routes,
      InterceptorChain interceptors,
      ReservedAddresses reserved,
      Supplier<Cluster> cluster,
      int maxSubscriptions) {
    this.routes = routes;
    this.interceptors = interceptors;
    this.reserved = reserved;
    this.cluster = cluster;
    this.maxSubscriptions = maxSubscriptions;
  }

  @Nullable ConnectedPeer find(Address clientId) {
    return peers.get(clientId);
  }

  /** Adds a peer. It replaces an earlier connection with the same clientId. */
  void join(ConnectedPeer peer) {
    ConnectedPeer before = peers.remove(peer.clientId());
    if (before != null) {
      arrivals.remove(before);
      forgetSubscriptions(before);
      reserved.left(before);
      before.close(CloseCodes.REPLACED, "replaced by a new connection of " + peer.clientId());
    }
    peers.put(peer.clientId(), peer);
    arrivals.add(peer);
    reserved.joined(peer);
    if (peer.listensToItself()) {
      Pattern itself = Pattern.exactly(peer.clientId());
      listen(peer, itself);
      peer.account().charge(MemoryKind.SUBSCRIPTIONS, SubscriptionCost.of(itself));
    }
  }

  void leave(ConnectedPeer peer) {
    forgetSubscriptions(peer);
    reserved.left(peer);
    peers.remove(peer.clientId(), peer);
    arrivals.remove(peer);
  }

  /** Returns null on success, and {@code already} when the subscription existed. */
  @Nullable RpcError subscribe(ConnectedPeer peer, Pattern pattern, @Nullable RpcError already) {
    if (listens(peer, pattern)) {
      return already;
    }
    if (peer.subscriptions().size() >= maxSubscriptions) {
      return RpcError.invalidParams(
              "a connection can have at most " + maxSubscriptions + " subscriptions")
          .because("too_many_subscriptions");
    }
    if (pattern.kind() == Pattern.Kind.GLOB && !mayAddGlob(peer, pattern)) {
      return RpcError.invalidParams(
              "too many patterns with a wildcard in the middle; put the wildcard at the end")
          .because("too_many_patterns");
    }
    if (!peer.account().reserve(MemoryKind.SUBSCRIPTIONS, SubscriptionCost.of(pattern))) {
      return MemoryAccount.refusal("not enough memory for another subscription");
    }
    listen(peer, pattern);
    return null;
  }

  private boolean listens(ConnectedPeer peer, Pattern pattern) {
    return peer.intercepts() ? interceptors.has(pattern, peer) : routes.has(pattern, peer);
  }

  /** Limits the patterns that must be tried one by one, because they slow down every sender. */
  private boolean mayAddGlob(ConnectedPeer peer, Pattern pattern) {
    long globs =
        peer.subscriptions().stream().filter(own -> own.kind() == Pattern.Kind.GLOB).count();
    return globs < MAX_GLOBS_PER_CONNECTION && routes.hasRoomFor(pattern);
  }

  private void listen(ConnectedPeer peer, Pattern pattern) {
    boolean isNew = peer.intercepts() ? interceptors.add(pattern, peer) : routes.add(pattern, peer);
    if (isNew) {
      peer.subscriptions().add(pattern);
      subscriptions++;
      cluster.get().subscribed(pattern, peer.intercepts());
    }
  }

  /** Removes a subscription. Returns false when the peer has none with exactly this text. */
  boolean unsubscribe(ConnectedPeer peer, String pattern) {
    List<Pattern> own = peer.subscriptions();
    for (int i = 0; i < own.size(); i++) {
      if (own.get(i).text().equals(pattern)) {
        stopListening(peer, own.remove(i));
        return true;
      }
    }
    return false;
  }

  private void stopListening(ConnectedPeer peer, Pattern pattern) {
    subscriptions--;
    peer.account().release(MemoryKind.SUBSCRIPTIONS, SubscriptionCost.of(pattern));
    cluster.get().unsubscribed(pattern, peer.intercepts());
    if (peer.intercepts()) {
      interceptors.remove(pattern, peer);
    } else {
      routes.remove(pattern, peer);
    }
  }

  private void forgetSubscriptions(ConnectedPeer peer) {
    for (Pattern pattern : peer.subscriptions()) {
      stopListening(peer, pattern);
    }
    peer.subscriptions().clear();
    interceptors.forget(peer);
  }

  /** Recognizes first a peer that presented its token before the bus knew it. */
  void expel(BusLock lock) {
    for (ConnectedPeer peer : new ArrayList<>(peers.values())) {
      if (peer.recognizeBy(lock)) {
        reserved.joined(peer);
      }
      if (!lock.stillAdmits(peer.clientId(), peer.principal())) {
        peer.close(
            CloseCodes.REFUSED,
            peer.principal() == null ? "the bus is now locked" : "your token is no longer valid");
      }
    }
  }

  Status describe(String serverId, Status.Query query) {
    return arrivals.page(serverId, query);
  }

  int size() {
    return peers.size();
  }

  Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("peers", (long) peers.size());
    figures.put("peers_total", arrivals.joined());
    figures.put("subscriptions", subscriptions);
    return figures;
  }
}
