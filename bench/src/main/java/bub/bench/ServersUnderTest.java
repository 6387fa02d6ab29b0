package bub.bench;

import bub.bench.measure.AgentStartup;
import bub.bench.measure.ClusterCost;
import bub.bench.measure.Comparison;
import bub.bench.measure.ConsoleCost;
import bub.bench.measure.DoorCost;
import bub.bench.measure.IdleSubscriptions;
import bub.bench.measure.LobbyMeasurement;
import bub.bench.measure.ReportRow;
import bub.bench.measure.Results;
import bub.bench.measure.ServerUnderTest;
import bub.bench.measure.TelegramBridgeLoad;
import bub.bench.server.BenchWorkspace;
import bub.bench.server.ProgressOutput;
import bub.bench.server.ServerCommand;
import bub.bench.server.ServerProcess;
import bub.bench.wire.BenchDialer;
import bub.bench.wire.BenchFailure;
import bub.bench.wire.BenchTransport;
import bub.bench.wire.BusWire;
import bub.bench.wire.LoadGenerator;
import bub.bench.wire.LobbyWire;
import bub.bench.wire.NatsWire;
import bub.bench.wire.RelayWire;
import bub.bench.wire.Wire;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The servers of a run, side by side, each with its load. */
public final class ServersUnderTest {
  public static final int TEXT_BYTES = 200;

  static final String TEXT = "abcdefghijklmnopqrst".repeat(TEXT_BYTES / 20);
  private static final String NO_NATS = "not installed; run: apt install nats-server";

  private final BenchOptions options;
  private final BenchWorkspace workshop;
  private final BenchTransport transport;
  private final EventLoop loop;
  private final ProgressOutput progress;
  private final List<ServerUnderTest> servers = new ArrayList<>();
  private final Map<Integer, ServerUnderTest> crowds = new LinkedHashMap<>();

  ServersUnderTest(
      BenchOptions options,
      BenchWorkspace workshop,
      BenchTransport transport,
      EventLoop loop,
      ProgressOutput progress) {
    this.options = options;
    this.workshop = workshop;
    this.transport = transport;
    this.loop = loop;
    this.progress = progress;
  }

  void start() throws IOException {
    if (options.bubCommand().equals(ServerCommand.BUB)
        && !Files.exists(Path.of("cli/target/bub.jar"))) {
      throw new BenchFailure("cli/target/bub.jar does not exist; build it with ./bub --version");
    }
    servers.add(enter(Results.RELAY, ServerCommand.relay(), new RelayWire(TEXT)));
    Optional<Path> natsServer = ServerCommand.find("nats-server");
    if (natsServer.isPresent()) {
      ServerCommand nats = ServerCommand.nats(natsServer.get(), workshop.directory("nats"));
      servers.add(enter(Results.NATS, nats, new NatsWire(TEXT)));
    }
    servers.add(enter(Results.LOG_OFF, bub("log-off", "off"), new BusWire(TEXT)));
    servers.add(enter(Results.CAUSES, bub("causes", "off"), new BusWire(TEXT, true)));
    String log = workshop.directory("log-on").resolve("activity.db").toString();
    servers.add(enter(Results.LOG_ON, bub("log-on", log), new BusWire(TEXT)));
    servers.add(enter(Results.CALLS_LOG_OFF, bub("calls-off", "off"), new LobbyWire(TEXT)));
    String calls = workshop.directory("calls-on").resolve("activity.db").toString();
    servers.add(enter(Results.CALLS_LOG_ON, bub("calls-on", calls), new LobbyWire(TEXT)));
    for (int subscriptions : options.plan().crowds()) {
      crowds.put(subscriptions, enterCrowded(subscriptions));
    }
  }

  void startAgainst(List<String> other) throws IOException {
    for (Comparison.Pair pair : Comparison.PAIRS) {
      for (String name : List.of(pair.own(), pair.other())) {
        List<String> program = name.equals(pair.own()) ? options.bubCommand() : other;
        Path directory = workshop.directory(name.replaceAll("\\W+", "-"));
        String log = pair.isLogging() ? directory.resolve("activity.db").toString() : "off";
        servers.add(
            enter(
                name,
                ServerCommand.bub(program, log, directory),
                new BusWire(TEXT, pair.hasCauses())));
      }
    }
  }

  List<ServerUnderTest> all() {
    return Stream.concat(servers.stream(), crowds.values().stream()).toList();
  }

  Results results(
      LobbyMeasurement census,
      AgentStartup nursery,
      TelegramBridgeLoad bot,
      ConsoleCost audience,
      DoorCost doors,
      Optional<ClusterCost> cluster) {
    List<ReportRow> rows =
        new ArrayList<>(servers.stream().<ReportRow>map(ServerUnderTest::row).toList());
    if (rows.stream().noneMatch(row -> row.name().equals(Results.NATS))) {
      rows.add(1, new ReportRow.Absent(Results.NATS, NO_NATS));
    }
    return new Results(
        rows,
        crowds.entrySet().stream()
            .map(crowd -> new Results.Crowded(crowd.getKey(), crowd.getValue().row()))
            .toList(),
        census,
        nursery,
        bot,
        audience,
        doors,
        cluster);
  }

  private ServerCommand bub(String name, String activityLog) throws IOException {
    return ServerCommand.bub(options.bubCommand(), activityLog, workshop.directory(name));
  }

  private ServerUnderTest enter(String name, ServerCommand launch, Wire wire) throws IOException {
    return enter(name, launch, wire, _ -> {});
  }

  private ServerUnderTest enterCrowded(int subscriptions) throws IOException {
    String name = String.format(Locale.ROOT, "bub, %,d subscriptions", subscriptions);
    return enter(
        name,
        bub("crowd-" + subscriptions, "off"),
        new BusWire(TEXT),
        dialer -> new IdleSubscriptions(dialer, progress).gather(subscriptions));
  }

  private ServerUnderTest enter(
      String name, ServerCommand launch, Wire wire, Consumer<BenchDialer> before)
      throws IOException {
    progress.say("Starting " + name);
    ServerProcess server = workshop.start(launch);
    try {
      ServerProcess.Ready ready = server.awaitReady();
      BenchDialer dialer = new BenchDialer(loop, transport.client(), ready.port());
      before.accept(dialer);
      return new ServerUnderTest(
          name, server, ready.startup(), LoadGenerator.connect(wire, dialer));
    } catch (BenchFailure e) {
      throw new BenchFailure(name + ": " + e.getMessage() + server.lastWords(), e);
    }
  }
}
