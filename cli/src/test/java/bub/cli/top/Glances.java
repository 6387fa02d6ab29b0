package bub.cli.top;

import bub.console.view.BusViews.BusView;
import bub.console.view.BusViews.HealthSample;
import bub.console.view.BusViews.PeerView;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Snapshots of buses for tests. */
final class Glances {
  static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final URI URL = URI.create("ws://127.0.0.1:7892");

  private Glances() {}

  static HealthSample health(double rate, Map<String, Double> failures, @Nullable Double p99) {
    var deliveries = new TreeMap<>(failures);
    deliveries.put("ok", rate);
    return new HealthSample(
        NOW.toString(),
        true,
        7_500,
        3,
        5,
        12,
        rate,
        0,
        Map.of(),
        deliveries,
        p99,
        p99,
        p99,
        p99,
        512,
        0,
        0,
        false,
        85L << 20,
        0,
        null,
        null);
  }

  static HealthSample away() {
    return new HealthSample(
        NOW.toString(),
        false,
        0,
        0,
        0,
        0,
        0,
        0,
        Map.of(),
        Map.of(),
        null,
        null,
        null,
        null,
        0,
        0,
        0,
        false,
        0,
        0,
        null,
        null);
  }

  static HealthSample failingLog() {
    return new HealthSample(
        NOW.toString(),
        true,
        1,
        1,
        1,
        0,
        0,
        0,
        Map.of(),
        Map.of("ok", 0.0),
        null,
        null,
        null,
        null,
        0,
        64L << 20,
        17,
        true,
        1 << 20,
        0,
        null,
        null);
  }

  /** All figures as large as they can be. */
  static HealthSample huge() {
    return new HealthSample(
        NOW.toString(),
        true,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        Double.MAX_VALUE,
        Double.MAX_VALUE,
        Map.of(),
        Map.of("ok", Double.MAX_VALUE, "timeout", 1e300),
        Double.MAX_VALUE,
        Double.MAX_VALUE,
        Double.MAX_VALUE,
        Double.MAX_VALUE,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        true,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        null,
        null);
  }

  static BusSnapshot of(HealthSample health, PeerView... peers) {
    return of(new BusView(true, "bus-1a2b3c", null, NOW.toString()), health, List.of(peers));
  }

  static BusSnapshot of(BusView bus, HealthSample health, List<PeerView> peers) {
    var rates = new ArrayList<>(Collections.nCopies(60, 0.0));
    rates.add(health.perSecond());
    return new BusSnapshot(URL, bus, health, rates, peers, peers.size(), NOW);
  }

  static PeerView peer(String name, int inFlight) {
    return peer(name, inFlight, NOW.minusSeconds(125), name, "work:*");
  }

  static PeerView peer(String name, int inFlight, Instant since, String... subscriptions) {
    return new PeerView(
        name,
        "conn-1",
        "address",
        "bub-client",
        "0.2.0",
        "agent",
        List.of(subscriptions),
        since.toString(),
        inFlight,
        null);
  }
}
