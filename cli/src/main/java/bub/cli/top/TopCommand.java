package bub.cli.top;

import bub.cli.connect.CallerOptions;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.ClientState;
import bub.console.live.EventRing;
import bub.console.view.BusViews.HealthSample;
import bub.console.watch.BusWatch;
import bub.console.watch.WatchIntervals;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub top}: shows the health of the bus on a terminal. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    description = {
      "Shows live throughput, latency and failures of the bus.",
      "Also shows the activity log and the peers, the busiest first. Updates every second."
    },
    footer = {
      "",
      "Keys: q quits, p pauses, s sorts. Without a terminal, it prints one report.",
      "",
      "Exit codes: 0 success, 69 no bus."
    })
public final class TopCommand implements Callable<Integer> {
  // Longer than a call timeout: a bus that does not answer gives a sample too, but a late one.
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--once", description = "Print one report as text and exit.")
  private boolean once;

  @Option(names = "--json", description = "Print one JSON object per second.")
  private boolean json;

  TopCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    try (BusClient client = bus.watchingClient().connect();
        BusWatch watch = watch(client)) {
      client.metrics(); // fails early without permission
      watch.start();
      URI url = bus.url();
      Function<HealthSample, BusSnapshot> glances =
          sample -> BusSnapshot.at(watch, sample, url, client.clientId(), Instant.now());
      FullScreen full =
          once || json || !screen.isTerminal()
              ? null
              : FullScreen.open(screen.writer(), screen.isColoured());
      if (full == null) {
        print(client, watch, glances);
      } else {
        live(full, client, watch, glances);
      }
    }
    return ExitCodes.OK;
  }

  private static BusWatch watch(BusClient client) {
    return new BusWatch(
        client, ClientEnvironment.system(), WatchIntervals.standard(), new EventRing(), () -> 1);
  }

  private static void live(
      FullScreen full,
      BusClient client,
      BusWatch watch,
      Function<HealthSample, BusSnapshot> glances)
      throws CommandFailure, IOException {
    // Not a ShutdownSignal: the library's own hook, which restores the terminal, must run too.
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(full::close));
    String gone;
    try (full) {
      gone = new LiveTop(full, watch.history()::latest, glances).run(client::state);
    }
    if (gone != null) {
      throw new CommandFailure(ExitCodes.UNAVAILABLE, gone);
    }
  }

  private void print(BusClient client, BusWatch watch, Function<HealthSample, BusSnapshot> glances)
      throws CommandFailure, InterruptedException {
    boolean isEndless = json && !once;
    @Nullable HealthSample sample = null;
    do {
      sample = watch.history().next(sample, TIMEOUT);
      if (sample == null || !isEndless && !sample.connected()) {
        throw new CommandFailure(
            ExitCodes.UNAVAILABLE, "The bus does not answer: " + client.state().words());
      }
      if (client.state() instanceof ClientState.Stopped(String reason)) {
        throw new CommandFailure(ExitCodes.UNAVAILABLE, reason);
      }
      BusSnapshot snapshot = glances.apply(sample);
      if (json) {
        screen.line(snapshot.json().toString());
      } else {
        TopRenderer.plain(snapshot).forEach(screen::line);
      }
    } while (isEndless && !screen.writer().checkError());
  }
}
