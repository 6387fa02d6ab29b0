package bub.bench.measure;

import bub.bench.ServersUnderTest;
import bub.bench.server.BenchWorkspace;
import bub.bench.server.ServerCommand;
import bub.bench.server.ServerProcess;
import bub.json.RawJson;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;

/**
 * Cost of watching a bus with the console and its map in a browser, and the frame rate of the map.
 *
 * @param plainMicros CPU per message of a bus without a console
 * @param watchedMicros CPU per message of the bus with a console, without that of the console
 * @param consoleShare share of one processor that the console uses
 * @param framesPerSecond frame rate of the map; empty without a browser
 */
public record ConsoleCost(
    int perSecond,
    double plainMicros,
    double watchedMicros,
    double consoleShare,
    OptionalDouble framesPerSecond) {
  public static final int RATE = 2_000;
  private static final List<String> BROWSERS = List.of("chromium", "chromium-browser");
  private static final RawJson PAYLOAD =
      RawJson.trusted(
          ("{\"type\":\"note\",\"text\":\"" + "x".repeat(ServersUnderTest.TEXT_BYTES) + "\"}")
              .getBytes(StandardCharsets.UTF_8));

  public double times() {
    return watchedMicros / plainMicros;
  }

  /** Loads both buses in turn, so that noise on the machine affects them alike. */
  public static ConsoleCost watch(
      BenchWorkspace workshop, List<String> program, MeasurementPlan plan) throws IOException {
    Path alone = workshop.directory("unwatched");
    Path seen = workshop.directory("watched");
    try (ServerProcess plainBus = workshop.start(bus(program, alone));
        ServerProcess seenBus = workshop.start(bus(program, seen));
        SteadyLoad plain = SteadyLoad.on(url(plainBus), PAYLOAD);
        SteadyLoad watched = SteadyLoad.on(url(seenBus), PAYLOAD);
        ServerProcess console = workshop.start(ServerCommand.console(program, seen))) {
      URI map = URI.create("http://127.0.0.1:" + console.awaitReady().port() + "/map");
      Optional<Path> browser =
          BROWSERS.stream().flatMap(one -> ServerCommand.find(one).stream()).findFirst();
      if (browser.isEmpty()) {
        return measure(plain, plainBus, watched, seenBus, console, plan);
      }
      ServerCommand launch = ServerCommand.browser(browser.get(), workshop.directory("browser"));
      try (ServerProcess chromium = workshop.start(launch);
          BrowserTab tab = BrowserTab.open(chromium, map)) {
        ConsoleCost costs = measure(plain, plainBus, watched, seenBus, console, plan);
        return costs.smooth(frames(tab, watched, plan));
      }
    }
  }

  private static ServerCommand bus(List<String> program, Path runDir) {
    return ServerCommand.bub(program, runDir.resolve("activity.db").toString(), runDir);
  }

  private static URI url(ServerProcess bus) {
    return URI.create("ws://127.0.0.1:" + bus.awaitReady().port());
  }

  private static ConsoleCost measure(
      SteadyLoad plain,
      ServerProcess plainBus,
      SteadyLoad watched,
      ServerProcess seenBus,
      ServerProcess console,
      MeasurementPlan plan) {
    plain.cost(RATE, plan.warmUp(), plainBus::cpuMicros);
    watched.cost(RATE, plan.warmUp(), seenBus::cpuMicros);
    var alone = new ArrayList<Double>();
    var seen = new ArrayList<Double>();
    var shares = new ArrayList<Double>();
    // A longer window: at this rate CPU use is low, and the system counts it in units of 10 ms.
    Duration window = plan.window().multipliedBy(3);
    for (int round = 0; round < plan.rounds(); round++) {
      alone.add(plain.cost(RATE, window, plainBus::cpuMicros));
      long before = console.cpuMicros();
      seen.add(watched.cost(RATE, window, seenBus::cpuMicros));
      shares.add((console.cpuMicros() - before) / 1_000.0 / window.toMillis());
    }
    return new ConsoleCost(
        RATE, median(alone), median(seen), median(shares), OptionalDouble.empty());
  }

  private static double frames(BrowserTab tab, SteadyLoad load, MeasurementPlan plan) {
    Duration time = plan.window();
    var pictures = CompletableFuture.supplyAsync(() -> tab.framesPerSecond(time));
    load.cost(RATE, time, () -> 0);
    return pictures.join();
  }

  private ConsoleCost smooth(double frames) {
    return new ConsoleCost(
        perSecond, plainMicros, watchedMicros, consoleShare, OptionalDouble.of(frames));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
