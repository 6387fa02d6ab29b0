package bub.cli.top;

import bub.console.view.BusViews.BusView;
import bub.console.view.BusViews.HealthSample;
import bub.console.view.BusViews.PeerView;
import bub.console.view.BusViews.PeersView;
import bub.console.watch.BusWatch;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import bub.protocol.Address;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/** State of a bus at one moment; the total includes peers that are not listed. */
record BusSnapshot(
    URI url,
    BusView bus,
    HealthSample health,
    List<Double> rates,
    List<PeerView> peers,
    int total,
    Instant now) {
  static final int TREND_SECONDS = 300;

  BusSnapshot {
    rates = List.copyOf(rates);
    peers = List.copyOf(peers);
  }

  static BusSnapshot at(BusWatch watch, HealthSample health, URI url, Address looker, Instant now) {
    PeersView all = watch.peers();
    List<PeerView> others =
        all.peers().stream().filter(peer -> !peer.clientId().equals(looker.value())).toList();
    return new BusSnapshot(
        url,
        watch.bus(),
        health,
        watch.history().view(TREND_SECONDS, TREND_SECONDS).samples().stream()
            .map(HealthSample::perSecond)
            .toList(),
        others,
        all.total() - (all.peers().size() - others.size()),
        now);
  }

  /** Leaves out those of the observer if all peers are listed. */
  long subscriptions() {
    return peers.size() < total
        ? health.subscriptions()
        : peers.stream().mapToLong(peer -> peer.subscriptions().size()).sum();
  }

  private record Line(BusView bus, HealthSample health, List<PeerView> peers, int total) {}

  RawJson json() {
    return RecordCodec.json(new Line(bus, health, peers, total));
  }
}
