package bub.bench;

import bub.bench.measure.AgentStartup;
import bub.bench.measure.ClusterCost;
import bub.bench.measure.Comparison;
import bub.bench.measure.ConsoleCost;
import bub.bench.measure.DoorCost;
import bub.bench.measure.LobbyMeasurement;
import bub.bench.measure.MeasurementPlan;
import bub.bench.measure.Results;
import bub.bench.measure.ServerUnderTest;
import bub.bench.measure.TelegramBridgeLoad;
import bub.bench.report.JsonReport;
import bub.bench.report.Report;
import bub.bench.server.BenchWorkspace;
import bub.bench.server.ProgressOutput;
import bub.bench.server.ServerCommand;
import bub.bench.server.ServerProcess;
import bub.bench.wire.BenchFailure;
import bub.bench.wire.BenchTransport;
import bub.testkit.FakeBotApi;
import io.netty.channel.EventLoop;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/** The {@code bench} command: starts the servers, loads them in turn and prints their cost. */
final class Bench {
  private static final int BOT_RATE = 50;
  private static final int BOT_SECONDS = 20;

  private final BenchOptions options;
  private final ProgressOutput progress;

  private Bench(BenchOptions options, ProgressOutput progress) {
    this.options = options;
    this.progress = progress;
  }

  public static void main(String[] args) {
    // Keep Netty off standard output, where a logging library on the class path would send it.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    System.exit(run(List.of(args)));
  }

  private static int run(List<String> args) {
    ProgressOutput progress = new ProgressOutput(System.err);
    try {
      Optional<BenchOptions> options = BenchOptions.parse(args);
      if (options.isPresent()) {
        new Bench(options.get(), progress).run();
      } else {
        System.out.print(BenchOptions.HELP);
      }
      return 0;
    } catch (BenchFailure e) {
      progress.say("Benchmark failed: " + e.getMessage());
    } catch (IOException e) {
      progress.say("Benchmark failed: " + e);
    }
    return 1;
  }

  private void run() throws IOException {
    try (BenchWorkspace workshop = BenchWorkspace.open()) {
      try {
        race(workshop);
      } catch (BenchFailure e) {
        throw workshop.closed() ? new BenchFailure("cancelled", e) : e;
      }
    }
  }

  private void race(BenchWorkspace workshop) throws IOException {
    BenchTransport transport = BenchTransport.best();
    EventLoop loop = transport.oneLoop().next();
    ServersUnderTest lineup = new ServersUnderTest(options, workshop, transport, loop, progress);
    if (options.otherCommand().isPresent()) {
      lineup.startAgainst(options.otherCommand().get());
      measure(lineup.all(), MeasurementPlan.COMPARISON);
      System.out.print(Comparison.of(lineup.all()));
      return;
    }
    if (options.onlyCluster()) {
      System.out.print(
          Report.cluster(ClusterBench.run(options, workshop, transport, loop, progress)) + "\n");
      return;
    }
    if (options.onlyDoors()) {
      System.out.print(Report.doors(visitDoors(workshop)) + "\n");
      return;
    }
    lineup.start();
    measure(lineup.all(), options.plan());
    LobbyMeasurement census = takeCensus(workshop);
    AgentStartup nursery = visitNursery(workshop);
    TelegramBridgeLoad bot = watchBot(workshop);
    ConsoleCost audience = watchAudience(workshop);
    DoorCost doors = visitDoors(workshop);
    Optional<ClusterCost> cluster = visitCluster(workshop, transport, loop);
    publish(lineup.results(census, nursery, bot, audience, doors, cluster));
  }

  private Optional<ClusterCost> visitCluster(
      BenchWorkspace workshop, BenchTransport transport, EventLoop loop) throws IOException {
    try {
      return Optional.of(ClusterBench.run(options, workshop, transport, loop, progress));
    } catch (IllegalStateException missing) {
      progress.say("No measurement of a cluster: " + missing.getMessage());
      return Optional.empty();
    }
  }

  private LobbyMeasurement takeCensus(BenchWorkspace workshop) throws IOException {
    int agents = options.plan().registered();
    progress.say("Registering " + agents + " agents in the lobby");
    return LobbyMeasurement.take(agents, workshop.directory("census"));
  }

  private AgentStartup visitNursery(BenchWorkspace workshop) throws IOException {
    int agents = options.plan().spawned();
    progress.say("Starting " + agents + " agents in sequence, then " + agents + " in parallel");
    ServerProcess bub =
        workshop.start(
            ServerCommand.everything(options.bubCommand(), workshop.directory("nursery")));
    try (bub) {
      return AgentStartup.visit(bub, agents);
    } catch (BenchFailure e) {
      throw new BenchFailure(e.getMessage() + bub.lastWords(), e);
    }
  }

  private TelegramBridgeLoad watchBot(BenchWorkspace workshop) throws IOException {
    int chats = options.plan().botChats();
    progress.say("Sending messages to a Telegram bot from " + chats + " chats");
    Path runDir = workshop.directory("bot");
    Files.writeString(runDir.resolve("token"), FakeBotApi.TOKEN);
    Files.setPosixFilePermissions(
        runDir.resolve("token"), PosixFilePermissions.fromString("rw-------"));
    try (FakeBotApi telegram = FakeBotApi.start();
        ServerProcess bus =
            workshop.start(ServerCommand.bub(options.bubCommand(), "off", runDir))) {
      URI url = URI.create("ws://127.0.0.1:" + bus.awaitReady().port());
      ServerCommand launch =
          ServerCommand.bridge(
              options.bubCommand(), telegram.url(), runDir, TelegramBridgeLoad.ids(chats));
      try (ServerProcess bridge = workshop.start(launch)) {
        bridge.awaitReady();
        return TelegramBridgeLoad.watch(telegram, url, bridge, chats, BOT_RATE, BOT_SECONDS);
      }
    }
  }

  private DoorCost visitDoors(BenchWorkspace workshop) throws IOException {
    progress.say("Calling a capability through the doors");
    return DoorCost.visit(workshop, options.bubCommand(), options.plan());
  }

  private ConsoleCost watchAudience(BenchWorkspace workshop) throws IOException {
    progress.say("Measuring the console at " + ConsoleCost.RATE + " messages per second");
    return ConsoleCost.watch(workshop, options.bubCommand(), options.plan());
  }

  /** Measures the servers in turn, so that noise on the machine affects all of them alike. */
  private void measure(List<ServerUnderTest> entrants, MeasurementPlan plan) {
    for (ServerUnderTest entrant : entrants) {
      progress.say("Warming up " + entrant.name());
      entrant.warmUp(plan.warmUp());
    }
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.say("Measuring: round " + round + " of " + plan.rounds());
      for (ServerUnderTest entrant : entrants) {
        entrant.measure(plan.window());
      }
    }
  }

  private void publish(Results results) throws IOException {
    System.out.print(new Report(results));
    System.out.flush();
    Optional<Path> json = options.json();
    if (json.isPresent()) {
      Files.writeString(json.get(), new JsonReport(results).toString());
    }
  }
}
