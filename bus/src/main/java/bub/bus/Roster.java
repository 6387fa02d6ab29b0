package bub.bus;

import bub.bus.deliver.Interceptors;
import bub.bus.policy.Lock;
import bub.bus.route.Routes;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.Pattern;
import bub.protocol.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who is connected under which clientId, and what each listens to. Hub thread only. */
final class Roster {
  private final Map<Address, ConnectedPeer> peers = new LinkedHashMap<>();
  private final Routes routes;
  private final Interceptors interceptors;
  private final int maxSubscriptions;
  private long subscriptions;

  Roster(Routes routes, Interceptors interceptors, int maxSubscriptions) {
    this.routes = routes;
    this.interceptors = interceptors;
    this.maxSubscriptions = maxSubscriptions;
  }

  @Nullable ConnectedPeer find(Address clientId) {
    return peers.get(clientId);
  }

  /** Lets a peer in. Of two with one clientId the newest wins. */
  void join(ConnectedPeer peer) {
    ConnectedPeer before = peers.remove(peer.clientId());
    if (before != null) {
      forgetSubscriptions(before);
      before.close(CloseCodes.REPLACED, "replaced: " + peer.clientId() + " connected again");
    }
    peers.put(peer.clientId(), peer);
    if (peer.listensToItself()) {
      listen(peer, Pattern.exactly(peer.clientId()));
    }
  }

  void leave(ConnectedPeer peer) {
    forgetSubscriptions(peer);
    peers.remove(peer.clientId(), peer);
  }

  /** Null when the peer now listens to the pattern; listening already is fine. */
  @Nullable RpcError subscribe(ConnectedPeer peer, Pattern pattern) {
    if (peer.subscriptions().size() >= maxSubscriptions) {
      return RpcError.invalidParams(
              "a connection has at most " + maxSubscriptions + " subscriptions")
          .because("too_many_subscriptions");
    }
    listen(peer, pattern);
    return null;
  }

  private void listen(ConnectedPeer peer, Pattern pattern) {
    boolean isNew = peer.intercepts() ? interceptors.add(pattern, peer) : routes.add(pattern, peer);
    if (isNew) {
      peer.subscriptions().add(pattern);
      subscriptions++;
    }
  }

  /** False when the peer does not listen to this very pattern. */
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

  /** Ends the connections that this lock does not admit any more. */
  void expel(Lock lock) {
    for (ConnectedPeer peer : new ArrayList<>(peers.values())) {
      if (!lock.stillAdmits(peer.principal())) {
        peer.close(
            CloseCodes.REFUSED,
            peer.principal() == null ? "the bus is locked now" : "your token is no longer valid");
      }
    }
  }

  List<Status.Connection> describe() {
    var connections = new ArrayList<Status.Connection>(peers.size());
    peers.values().forEach(peer -> connections.add(peer.describe()));
    return connections;
  }

  int size() {
    return peers.size();
  }

  long subscriptions() {
    return subscriptions;
  }
}
