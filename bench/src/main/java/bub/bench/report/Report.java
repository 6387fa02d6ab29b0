package bub.bench.report;

import bub.bench.ServersUnderTest;
import bub.bench.measure.AgentStartup;
import bub.bench.measure.ClusterCost;
import bub.bench.measure.ConsoleCost;
import bub.bench.measure.DoorCost;
import bub.bench.measure.LobbyMeasurement;
import bub.bench.measure.ReportRow;
import bub.bench.measure.Results;
import bub.bench.measure.TelegramBridgeLoad;
import bub.bench.measure.WindowSummary;
import bub.bench.wire.LoadGenerator;
import bub.bench.wire.RequestsInFlight;
import java.util.Locale;
import java.util.OptionalDouble;

/** Results as text that fits into a README. */
public record Report(Results results) {
  @Override
  public String toString() {
    return """
    Message: sendMessage in, processMessage out, answer in, result out.
    Lobby call: REQUEST in and out, RESPONSE in and out, both checked against their schemas.
    Load: %d senders x %d in flight, %d receivers, %d-byte text, loopback, JVM heap of 256 MiB.
    CPU: user + system time of the server only. Values are medians of %d windows in turns.
    Columns "vs": CPU relative to nats-server, the relay, a plain message or the first row.

    %s

    %s

    %s

    %s

    %s

    %s

    %s

    %s
    """
        .formatted(
            LoadGenerator.SENDERS,
            RequestsInFlight.SLOTS,
            LoadGenerator.RECEIVERS,
            ServersUnderTest.TEXT_BYTES,
            windows(),
            servers(),
            crowds(),
            census(),
            nursery(),
            bot(),
            audience(),
            doors(results.doors()),
            results.cluster().map(Report::cluster).orElse("No nats-server for a cluster."));
  }

  private int windows() {
    return results.crowds().getFirst().row().summary().windows();
  }

  private TextTable servers() {
    TextTable table =
        new TextTable(
            "server",
            "CPU us/msg",
            "min",
            "msg/s",
            "p50 us",
            "p99 us",
            "vs nats",
            "vs relay",
            "vs plain",
            "RSS MiB",
            "ready ms");
    for (ReportRow row : results.servers()) {
      switch (row) {
        case ReportRow.Absent(String name, String why) -> table.remark(name, why);
        case ReportRow.Measured measured -> {
          WindowSummary summary = measured.summary();
          table.row(
              measured.name(),
              decimals(summary.cpuMicros()),
              decimals(summary.cpuMicrosMin()),
              whole(summary.perSecond()),
              whole(summary.p50Micros()),
              whole(summary.p99Micros()),
              ratio(results.ratio(measured, Results.NATS)),
              ratio(results.ratio(measured, Results.RELAY)),
              ratio(results.timesPlain(measured)),
              whole(measured.residentKib() / 1024.0),
              whole((double) measured.startup().toMillis()));
        }
      }
    }
    return table;
  }

  private TextTable crowds() {
    TextTable table =
        new TextTable(
            "subscriptions (bub, log off)",
            "CPU us/msg",
            "min",
            "msg/s",
            "p99 us",
            "vs first",
            "RSS MiB");
    for (Results.Crowded crowded : results.crowds()) {
      WindowSummary summary = crowded.row().summary();
      table.row(
          whole(crowded.subscriptions()),
          decimals(summary.cpuMicros()),
          decimals(summary.cpuMicrosMin()),
          whole(summary.perSecond()),
          whole(summary.p99Micros()),
          decimals(results.ratio(crowded)),
          whole(crowded.row().residentKib() / 1024.0));
    }
    return table;
  }

  private TextTable census() {
    LobbyMeasurement census = results.census();
    TextTable table =
        new TextTable("agents in the lobby", "discovery p50 ms", "p99 ms", "load ms", "heap MiB");
    table.row(
        whole(census.agents()),
        decimals(census.medianMicros() / 1_000.0),
        decimals(census.p99Micros() / 1_000.0),
        whole((double) census.loadMillis()),
        whole((double) census.heapMib()));
    return table;
  }

  private TextTable nursery() {
    AgentStartup nursery = results.nursery();
    TextTable table = new TextTable("agents, request to connection", "p50 ms", "max ms", "RSS MiB");
    table.row(
        nursery.agents() + " in sequence",
        whole((double) nursery.alone().medianMillis()),
        whole((double) nursery.alone().worstMillis()),
        whole(nursery.residentKib() / 1024.0));
    table.row(
        nursery.agents() + " in parallel",
        whole((double) nursery.together().medianMillis()),
        whole((double) nursery.together().worstMillis()),
        "-");
    return table;
  }

  private TextTable bot() {
    TelegramBridgeLoad bot = results.bot();
    TextTable table =
        new TextTable(
            "chats (Telegram bridge)",
            "updates/s",
            "CPU us/update",
            "answer p50 ms",
            "p99 ms",
            "RSS MiB");
    table.row(
        whole(bot.chats()),
        whole(bot.perSecond()),
        whole((double) bot.cpuMicros()),
        whole((double) bot.p50Millis()),
        whole((double) bot.p99Millis()),
        whole(bot.residentKib() / 1024.0));
    return table;
  }

  private TextTable audience() {
    ConsoleCost audience = results.audience();
    TextTable table =
        new TextTable(
            "msg/s (console with open map)",
            "bus CPU us/msg",
            "no console",
            "vs no console",
            "console CPU %",
            "frames/s");
    OptionalDouble frames = audience.framesPerSecond();
    table.row(
        whole(audience.perSecond()),
        decimals(audience.watchedMicros()),
        decimals(audience.plainMicros()),
        decimals(audience.times()),
        whole(audience.consoleShare() * 100),
        frames.isPresent() ? whole(frames.getAsDouble()) : "no browser");
    return table;
  }

  /** Table of the doors, which is also a report of its own. */
  public static TextTable doors(DoorCost cost) {
    TextTable table =
        new TextTable("capability call (bub up, log on)", "CPU us", "vs bus", "calls/s");
    for (DoorCost.Way way : cost.ways()) {
      table.row(
          way.name(), decimals(way.micros()), decimals(cost.times(way)), whole(way.perSecond()));
    }
    table.remark("idle MCP session", decimals(cost.sessionKib()) + " KiB");
    return table;
  }

  /** Tables of a cluster, which are also a report of their own. */
  public static String cluster(ClusterCost cost) {
    TextTable loads =
        new TextTable(
            "cluster on one machine (log off)",
            "CPU us/msg",
            "min",
            "vs single",
            "NATS us/msg",
            "msg/s");
    for (ClusterCost.Load load : cost.loads()) {
      loads.row(
          load.name(),
          decimals(load.summary().cpuMicros()),
          decimals(load.summary().cpuMicrosMin()),
          decimals(cost.timesSingle(load)),
          decimals(load.natsMicros()),
          whole(load.summary().perSecond()));
    }
    TextTable delay = new TextTable("one message at a time", "p50 us", "added us");
    ClusterCost.RoundTrips trips = cost.roundTrips();
    delay.row("within a node", whole(trips.localMicros()), "-");
    delay.row(
        "across two nodes",
        whole(trips.remoteMicros()),
        whole(trips.remoteMicros() - trips.localMicros()));
    return loads + "\n\n" + delay + cost.tables().map(Report::tables).orElse("");
  }

  private static String tables(ClusterCost.Tables tables) {
    TextTable table =
        new TextTable(
            "subscriptions on 3 nodes (heap of 512 MiB)",
            "known everywhere ms",
            "further node ready ms",
            "RSS MiB");
    table.row(
        whole(tables.subscriptions()),
        whole((double) tables.convergedMillis()),
        whole((double) tables.joinMillis()),
        whole(tables.residentKib() / 1024.0));
    return "\n\n" + table;
  }

  private static String ratio(OptionalDouble ratio) {
    return ratio.isPresent() ? decimals(ratio.getAsDouble()) : "-";
  }

  private static String decimals(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
