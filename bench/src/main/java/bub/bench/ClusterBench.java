package bub.bench;

import bub.bench.measure.ClusterCost;
import bub.bench.measure.IdleSubscriptions;
import bub.bench.measure.MeasurementPlan;
import bub.bench.measure.RoundTripClock;
import bub.bench.measure.WindowSummary;
import bub.bench.server.BenchWorkspace;
import bub.bench.server.ProcStat;
import bub.bench.server.ProgressOutput;
import bub.bench.server.ServerCommand;
import bub.bench.server.ServerProcess;
import bub.bench.wire.BenchDialer;
import bub.bench.wire.BenchFailure;
import bub.bench.wire.BenchTransport;
import bub.bench.wire.BusWire;
import bub.bench.wire.LoadGenerator;
import bub.bench.wire.MeasurementWindow;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.testkit.NatsServers;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Clusters on one machine with one nats-server: their cost, their delay and their tables. */
final class ClusterBench {
  private static final String ENTRIES = "cluster_entries_remote";
  private static final Duration CONVERGE_WITHIN = Duration.ofMinutes(3);
  private static final int ROUND_TRIPS = 3_000;

  private final List<String> program;
  private final MeasurementPlan plan;
  private final BenchWorkspace workshop;
  private final BenchTransport transport;
  private final EventLoop loop;
  private final ProgressOutput progress;
  private final NatsServers nats;

  private ClusterBench(
      List<String> program,
      MeasurementPlan plan,
      BenchWorkspace workshop,
      BenchTransport transport,
      EventLoop loop,
      ProgressOutput progress,
      NatsServers nats) {
    this.program = program;
    this.plan = plan;
    this.workshop = workshop;
    this.transport = transport;
    this.loop = loop;
    this.progress = progress;
    this.nats = nats;
  }

  static ClusterCost run(
      BenchOptions options,
      BenchWorkspace workshop,
      BenchTransport transport,
      EventLoop loop,
      ProgressOutput progress)
      throws IOException {
    try (NatsServers nats = NatsServers.one()) {
      var bench =
          new ClusterBench(
              options.bubCommand(), options.plan(), workshop, transport, loop, progress, nats);
      List<ClusterCost.Load> loads = bench.measureLoads();
      ClusterCost.RoundTrips trips = bench.measureRoundTrips();
      return new ClusterCost(loads, trips, bench.measureTables());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  /** Buses with a load, and the processes whose CPU counts. */
  private record Entrant(
      String name,
      List<ServerProcess> buses,
      boolean isAcross,
      LoadGenerator load,
      List<MeasurementWindow> windows,
      List<Double> natsMicros) {

    /** CPU of the buses that messages pass. */
    long cpuMicros() {
      return buses.stream()
          .limit(isAcross ? buses.size() : 1)
          .mapToLong(ServerProcess::cpuMicros)
          .sum();
    }
  }

  private List<ClusterCost.Load> measureLoads() throws IOException {
    progress.say("Starting a single bus and three clusters");
    List<Entrant> entrants =
        List.of(
            entrant("single bus", List.of(single()), false),
            entrant("2 nodes, within one", nodes("within", 2, program), false),
            entrant("2 nodes, across", nodes("pair", 2, program), true),
            entrant("3 nodes, across", nodes("trio", 3, program), true));
    try {
      for (Entrant entrant : entrants) {
        progress.say("Warming up " + entrant.name());
        entrant.load().measure(plan.warmUp(), entrant::cpuMicros);
      }
      for (int round = 1; round <= plan.rounds(); round++) {
        progress.say("Measuring clusters: round " + round + " of " + plan.rounds());
        entrants.forEach(this::measure);
      }
      return entrants.stream()
          .map(
              one ->
                  new ClusterCost.Load(
                      one.name(), WindowSummary.of(one.windows()), median(one.natsMicros())))
          .toList();
    } finally {
      entrants.forEach(entrant -> entrant.buses().forEach(ServerProcess::close));
    }
  }

  private void measure(Entrant entrant) {
    long before = ProcStat.cpuMicros(nats.get(0).pid());
    MeasurementWindow window = entrant.load().measure(plan.window(), entrant::cpuMicros);
    double messages = window.perSecond() * plan.window().toMillis() / 1_000.0;
    entrant.windows().add(window);
    entrant.natsMicros().add((ProcStat.cpuMicros(nats.get(0).pid()) - before) / messages);
  }

  /** The senders are on the first bus, the receivers there or on the others in turn. */
  private Entrant entrant(String name, List<ServerProcess> buses, boolean isAcross) {
    BenchDialer own = dialer(buses.getFirst());
    List<BenchDialer> elsewhere =
        !isAcross ? List.of(own) : buses.stream().skip(1).map(this::dialer).toList();
    LoadGenerator load = LoadGenerator.connect(new BusWire(ServersUnderTest.TEXT), own, elsewhere);
    return new Entrant(name, buses, isAcross, load, new ArrayList<>(), new ArrayList<>());
  }

  private BenchDialer dialer(ServerProcess bus) {
    return new BenchDialer(loop, transport.client(), bus.awaitReady().port());
  }

  private ServerProcess single() throws IOException {
    return workshop.start(ServerCommand.bub(program, "off", workshop.directory("single")));
  }

  private List<ServerProcess> nodes(String cluster, int count, List<String> command)
      throws IOException {
    var buses = new ArrayList<ServerProcess>();
    for (int i = 1; i <= count; i++) {
      buses.add(node(cluster, "n" + i, command));
    }
    buses.forEach(ServerProcess::awaitReady);
    return buses;
  }

  private ServerProcess node(String cluster, String name, List<String> command) throws IOException {
    return workshop.start(
        ServerCommand.node(
            command, nats.urls(), cluster, name, workshop.directory(cluster + "-" + name)));
  }

  private ClusterCost.RoundTrips measureRoundTrips() throws IOException, InterruptedException {
    progress.say("Measuring the delay between two nodes");
    List<ServerProcess> buses = nodes("delay", 2, program);
    try {
      return RoundTripClock.measure(url(buses.get(0)), url(buses.get(1)), ROUND_TRIPS);
    } finally {
      buses.forEach(ServerProcess::close);
    }
  }

  private Optional<ClusterCost.Tables> measureTables() throws IOException, InterruptedException {
    int subscriptions = plan.clusterSubscriptions();
    if (subscriptions == 0) {
      return Optional.empty();
    }
    progress.say("Subscribing " + subscriptions + " patterns on three nodes");
    List<String> larger = ServerCommand.withHeap(program, "512m");
    var buses = new ArrayList<>(nodes("tables", 3, larger));
    try {
      int share = subscriptions / buses.size();
      for (int i = 0; i < buses.size(); i++) {
        int end = i + 1 == buses.size() ? subscriptions : (i + 1) * share;
        new IdleSubscriptions(dialer(buses.get(i)), progress).gather(i * share, end);
      }
      long subscribed = System.nanoTime();
      for (int i = 0; i < buses.size(); i++) {
        awaitEntries(buses.get(i), subscriptions - share - buses.size());
      }
      long converged = System.nanoTime();
      ServerProcess further = node("tables", "n4", larger);
      buses.add(further);
      Duration ready = further.awaitReady().startup();
      awaitEntries(further, subscriptions);
      return Optional.of(
          new ClusterCost.Tables(
              subscriptions,
              Duration.ofNanos(converged - subscribed).toMillis(),
              ready.toMillis(),
              buses.stream().mapToLong(ServerProcess::residentKib).max().orElseThrow()));
    } finally {
      buses.forEach(ServerProcess::close);
    }
  }

  private static void awaitEntries(ServerProcess bus, long atLeast) throws InterruptedException {
    long giveUpAt = System.nanoTime() + CONVERGE_WITHIN.toNanos();
    try (BusClient client =
        BusClient.of(ClientSettings.of(url(bus), new Address("cli:bench-" + bus.hashCode())))
            .connect()) {
      long entries = 0;
      while (entries < atLeast) {
        if (System.nanoTime() - giveUpAt >= 0) {
          throw new BenchFailure("a node knows only " + entries + " of " + atLeast + " entries");
        }
        entries = client.metrics().values().getOrDefault(ENTRIES, 0L);
        Thread.sleep(Duration.ofMillis(20));
      }
    } catch (RpcException | NoAnswer e) {
      throw new BenchFailure("a node did not answer: " + e.getMessage(), e);
    }
  }

  private static URI url(ServerProcess bus) {
    return URI.create("ws://127.0.0.1:" + bus.awaitReady().port());
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
