package bub.bench;

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

/** The {@code bench} command: starts the servers, loads them in turn, prints what they cost. */
final class Bench {
  private static final int BOT_RATE = 50;
  private static final int BOT_SECONDS = 20;

  private final Options options;
  private final Progress progress;

  private Bench(Options options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  public static void main(String[] args) {
    // A logging library on the class path would otherwise have Netty talk to standard output.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    System.exit(run(List.of(args)));
  }

  private static int run(List<String> args) {
    Progress progress = new Progress(System.err);
    try {
      Optional<Options> options = Options.parse(args);
      if (options.isPresent()) {
        new Bench(options.get(), progress).run();
      } else {
        System.out.print(Options.HELP);
      }
      return 0;
    } catch (BenchFailure e) {
      progress.say("bench failed: " + e.getMessage());
    } catch (IOException e) {
      progress.say("bench failed: " + e);
    }
    return 1;
  }

  private void run() throws IOException {
    try (Workshop workshop = Workshop.open()) {
      try {
        race(workshop);
      } catch (BenchFailure e) {
        throw workshop.closed() ? new BenchFailure("cancelled", e) : e;
      }
    }
  }

  private void race(Workshop workshop) throws IOException {
    Transport transport = Transport.best();
    EventLoop loop = transport.oneLoop().next();
    Lineup lineup = new Lineup(options, workshop, transport, loop, progress);
    if (options.otherCommand().isPresent()) {
      lineup.startAgainst(options.otherCommand().get());
      measure(lineup.all(), Plan.COMPARISON);
      System.out.print(Comparison.of(lineup.all()));
      return;
    }
    lineup.start();
    measure(lineup.all(), options.plan());
    Census census = takeCensus(workshop);
    Nursery nursery = visitNursery(workshop);
    BotCrowd bot = watchBot(workshop);
    publish(lineup.results(census, nursery, bot, watchAudience(workshop)));
  }

  private Census takeCensus(Workshop workshop) throws IOException {
    int agents = options.plan().registered();
    progress.say("registering " + agents + " agents");
    return Census.take(agents, workshop.directory("census"));
  }

  private Nursery visitNursery(Workshop workshop) throws IOException {
    int agents = options.plan().spawned();
    progress.say("spawning " + agents + " agents one by one, and " + agents + " at once");
    ServerProcess bub =
        workshop.start(Launch.everything(options.bubCommand(), workshop.directory("nursery")));
    try (bub) {
      return Nursery.visit(bub, agents);
    } catch (BenchFailure e) {
      throw new BenchFailure(e.getMessage() + bub.lastWords(), e);
    }
  }

  private BotCrowd watchBot(Workshop workshop) throws IOException {
    int chats = options.plan().botChats();
    progress.say("writing to a bot from " + chats + " chats");
    Path runDir = workshop.directory("bot");
    Files.writeString(runDir.resolve("token"), FakeBotApi.TOKEN);
    Files.setPosixFilePermissions(
        runDir.resolve("token"), PosixFilePermissions.fromString("rw-------"));
    try (FakeBotApi telegram = FakeBotApi.start();
        ServerProcess bus = workshop.start(Launch.bub(options.bubCommand(), "off", runDir))) {
      URI url = URI.create("ws://127.0.0.1:" + bus.awaitReady().port());
      Launch launch =
          Launch.bridge(options.bubCommand(), telegram.url(), runDir, BotCrowd.ids(chats));
      try (ServerProcess bridge = workshop.start(launch)) {
        bridge.awaitReady();
        return BotCrowd.watch(telegram, url, bridge, chats, BOT_RATE, BOT_SECONDS);
      }
    }
  }

  private Audience watchAudience(Workshop workshop) throws IOException {
    progress.say("looking at the console under " + Audience.RATE + " messages a second");
    return Audience.watch(workshop, options.bubCommand(), options.plan());
  }

  /** Turn by turn, so that noise on the machine hits all servers alike. */
  private void measure(List<Entrant> entrants, Plan plan) {
    for (Entrant entrant : entrants) {
      progress.say("warming up " + entrant.name());
      entrant.warmUp(plan.warmUp());
    }
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.say("measuring, round " + round + " of " + plan.rounds());
      for (Entrant entrant : entrants) {
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
