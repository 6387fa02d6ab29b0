package bub.console.watch;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.console.view.BusViews.PeerView;
import bub.console.view.BusViews.PeersView;
import bub.jsonrpc.RpcException;
import bub.protocol.Metrics;
import bub.protocol.Role;
import bub.protocol.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Connected peers, requested only after a change. One thread refreshes; any thread may read. */
final class PeerList {
  private static final int MOST_LISTED = 2_000;

  /** Values that change whenever the list does. */
  private record Mark(
      String serverId, long peers, long everConnected, long subscriptions, Set<String> nodes) {}

  private final BusClient client;
  private volatile List<Status.Connection> connections = List.of();
  // A peer that speaks the lobby's dialect is a lobby agent, whatever its name.
  private static final String LOBBY = "lobby";

  private Mark mark = new Mark("", 0, 0, 0, Set.of());

  PeerList(BusClient client) {
    this.client = client;
  }

  /** Returns true when the list has changed. */
  boolean refresh(Metrics figures, String serverId)
      throws RpcException, NoAnswer, InterruptedException {
    Map<String, Long> metrics = figures.totals();
    var next =
        new Mark(
            serverId,
            RateCalculator.value(metrics, "peers"),
            RateCalculator.value(metrics, "peers_total"),
            RateCalculator.value(metrics, "subscriptions"),
            Set.copyOf(figures.nodes().keySet()));
    if (next.equals(mark)) {
      return false;
    }
    connections = client.status().connections();
    mark = next;
    return true;
  }

  PeersView view(Map<String, Integer> inFlight) {
    List<Status.Connection> all = connections;
    List<PeerView> listed =
        all.stream().limit(MOST_LISTED).map(peer -> view(peer, inFlight)).toList();
    return new PeersView(listed, all.size());
  }

  private static PeerView view(Status.Connection peer, Map<String, Integer> inFlight) {
    String name = peer.clientId().value();
    return new PeerView(
        name,
        peer.connectionId(),
        peer.dialect(),
        peer.clientInfo().name(),
        peer.clientInfo().version(),
        peer.dialect().equals(LOBBY) ? "lobby agent" : Role.of(peer.clientId()).title(),
        peer.subscriptions(),
        peer.connectedAt().toString(),
        inFlight.getOrDefault(name, 0),
        peer.node());
  }
}
