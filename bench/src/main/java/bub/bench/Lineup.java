package bub.bench;

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

/** Starts every server of a run and connects its load; all then stay alive side by side. */
final class Lineup {
  static final int TEXT_BYTES = 200;

  private static final String TEXT = "abcdefghijklmnopqrst".repeat(TEXT_BYTES / 20);
  private static final String NO_NATS = "not installed (apt install nats-server)";

  private final Options options;
  private final Workshop workshop;
  private final Transport transport;
  private final EventLoop loop;
  private final Progress progress;
  private final List<Entrant> servers = new ArrayList<>();
  private final Map<Integer, Entrant> crowds = new LinkedHashMap<>();

  Lineup(
      Options options, Workshop workshop, Transport transport, EventLoop loop, Progress progress) {
    this.options = options;
    this.workshop = workshop;
    this.transport = transport;
    this.loop = loop;
    this.progress = progress;
  }

  void start() throws IOException {
    if (options.bubCommand().equals(Launch.BUB) && !Files.exists(Path.of("cli/target/bub.jar"))) {
      throw new BenchFailure("no bub to measure: cli/target/bub.jar is not there, build it first");
    }
    servers.add(enter(Results.RELAY, Launch.relay(), new RelayWire(TEXT)));
    Optional<Path> natsServer = Launch.find("nats-server");
    if (natsServer.isPresent()) {
      Launch nats = Launch.nats(natsServer.get(), workshop.directory("nats"));
      servers.add(enter(Results.NATS, nats, new NatsWire(TEXT)));
    }
    servers.add(enter(Results.LOG_OFF, bub("log-off", "off"), new BusWire(TEXT)));
    String log = workshop.directory("log-on").resolve("activity.db").toString();
    servers.add(enter(Results.LOG_ON, bub("log-on", log), new BusWire(TEXT)));
    servers.add(enter(Results.CALLS_LOG_OFF, bub("calls-off", "off"), new LobbyWire(TEXT)));
    String calls = workshop.directory("calls-on").resolve("activity.db").toString();
    servers.add(enter(Results.CALLS_LOG_ON, bub("calls-on", calls), new LobbyWire(TEXT)));
    for (int subscriptions : options.plan().crowds()) {
      crowds.put(subscriptions, enterCrowded(subscriptions));
    }
  }

  /** Starts this build and another one, with the log off and on. */
  void startAgainst(List<String> other) throws IOException {
    for (Comparison.Pair pair : Comparison.PAIRS) {
      for (String name : List.of(pair.own(), pair.other())) {
        List<String> program = name.equals(pair.own()) ? options.bubCommand() : other;
        Path directory = workshop.directory(name.replaceAll("\\W+", "-"));
        String log = pair.isLogging() ? directory.resolve("activity.db").toString() : "off";
        servers.add(enter(name, Launch.bub(program, log, directory), new BusWire(TEXT)));
      }
    }
  }

  List<Entrant> all() {
    return Stream.concat(servers.stream(), crowds.values().stream()).toList();
  }

  Results results(Census census, Nursery nursery, BotCrowd bot, Audience audience) {
    List<Row> rows = new ArrayList<>(servers.stream().<Row>map(Entrant::row).toList());
    if (rows.stream().noneMatch(row -> row.name().equals(Results.NATS))) {
      rows.add(1, new Row.Absent(Results.NATS, NO_NATS));
    }
    return new Results(
        rows,
        crowds.entrySet().stream()
            .map(crowd -> new Results.Crowded(crowd.getKey(), crowd.getValue().row()))
            .toList(),
        census,
        nursery,
        bot,
        audience);
  }

  private Launch bub(String name, String activityLog) throws IOException {
    return Launch.bub(options.bubCommand(), activityLog, workshop.directory(name));
  }

  private Entrant enter(String name, Launch launch, Wire wire) throws IOException {
    return enter(name, launch, wire, _ -> {});
  }

  private Entrant enterCrowded(int subscriptions) throws IOException {
    String name = String.format(Locale.ROOT, "bub, %,d subscriptions", subscriptions);
    return enter(
        name,
        bub("crowd-" + subscriptions, "off"),
        new BusWire(TEXT),
        dialer -> new Crowd(dialer, progress).gather(subscriptions));
  }

  private Entrant enter(String name, Launch launch, Wire wire, Consumer<Dialer> before)
      throws IOException {
    progress.say("starting " + name);
    ServerProcess server = workshop.start(launch);
    try {
      ServerProcess.Ready ready = server.awaitReady();
      Dialer dialer = new Dialer(loop, transport.client(), ready.port());
      before.accept(dialer);
      return new Entrant(name, server, ready.startup(), Fleet.connect(wire, dialer));
    } catch (BenchFailure e) {
      throw new BenchFailure(name + ": " + e.getMessage() + server.lastWords(), e);
    }
  }
}
