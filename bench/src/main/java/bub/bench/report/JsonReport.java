package bub.bench.report;

import bub.bench.measure.AgentStartup;
import bub.bench.measure.ClusterCost;
import bub.bench.measure.ConsoleCost;
import bub.bench.measure.DoorCost;
import bub.bench.measure.LobbyMeasurement;
import bub.bench.measure.ReportRow;
import bub.bench.measure.Results;
import bub.bench.measure.TelegramBridgeLoad;
import bub.bench.measure.WindowSummary;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Results as JSON, for programs. */
public record JsonReport(Results results) {
  @Override
  public String toString() {
    String servers =
        results.servers().stream().map(this::server).collect(Collectors.joining(",\n    "));
    String crowds =
        results.crowds().stream().map(this::crowd).collect(Collectors.joining(",\n    "));
    return """
    {
      "servers": [
        %s
      ],
      "subscriptions": [
        %s
      ],
      "lobby": %s,
      "agents": %s,
      "telegram": %s,
      "console": %s,
      "doors": %s,
      "cluster": %s
    }
    """
        .formatted(servers, crowds, census(), nursery(), bot(), audience(), doors(), cluster());
  }

  private String census() {
    LobbyMeasurement census = results.census();
    return "{\"agents\":%d,\"medianMicros\":%d,\"p99Micros\":%d,\"loadMillis\":%d,\"heapMib\":%d}"
        .formatted(
            census.agents(),
            census.medianMicros(),
            census.p99Micros(),
            census.loadMillis(),
            census.heapMib());
  }

  private String nursery() {
    AgentStartup nursery = results.nursery();
    return "{\"agents\":%d,\"alone\":%s,\"together\":%s,\"rssKib\":%d}"
        .formatted(
            nursery.agents(),
            spread(nursery.alone()),
            spread(nursery.together()),
            nursery.residentKib());
  }

  private static String spread(AgentStartup.Spread spread) {
    return "{\"medianMillis\":%d,\"worstMillis\":%d}"
        .formatted(spread.medianMillis(), spread.worstMillis());
  }

  private String bot() {
    TelegramBridgeLoad bot = results.bot();
    return "{\"chats\":%d,\"perSecond\":%d,\"cpuMicros\":%d,\"p50Millis\":%d,\"p99Millis\":%d,\"rssKib\":%d}"
        .formatted(
            bot.chats(),
            bot.perSecond(),
            bot.cpuMicros(),
            bot.p50Millis(),
            bot.p99Millis(),
            bot.residentKib());
  }

  private String doors() {
    DoorCost doors = results.doors();
    String ways =
        doors.ways().stream()
            .map(
                way ->
                    "{\"name\":%s,\"cpuMicros\":%s,\"timesBus\":%s,\"perSecond\":%s}"
                        .formatted(
                            quoted(way.name()),
                            number(way.micros()),
                            number(doors.times(way)),
                            number(way.perSecond())))
            .collect(Collectors.joining(","));
    return "{\"ways\":[%s],\"sessionKib\":%s}".formatted(ways, number(doors.sessionKib()));
  }

  private String audience() {
    ConsoleCost audience = results.audience();
    return "{\"perSecond\":%d,\"cpuMicros\":%s,\"unwatchedCpuMicros\":%s,\"timesUnwatched\":%s,\"consoleCpuShare\":%s,\"framesPerSecond\":%s}"
        .formatted(
            audience.perSecond(),
            number(audience.watchedMicros()),
            number(audience.plainMicros()),
            number(audience.times()),
            number(audience.consoleShare()),
            number(audience.framesPerSecond()));
  }

  private String cluster() {
    return results.cluster().map(JsonReport::cluster).orElse("null");
  }

  private static String cluster(ClusterCost cost) {
    String loads =
        cost.loads().stream()
            .map(
                load ->
                    "{\"name\":%s,\"cpuMicros\":%s,\"timesSingle\":%s,\"natsMicros\":%s,\"perSecond\":%s}"
                        .formatted(
                            quoted(load.name()),
                            number(load.summary().cpuMicros()),
                            number(cost.timesSingle(load)),
                            number(load.natsMicros()),
                            number(load.summary().perSecond())))
            .collect(Collectors.joining(","));
    String tables =
        cost.tables()
            .map(
                one ->
                    "{\"subscriptions\":%d,\"convergedMillis\":%d,\"joinMillis\":%d,\"rssKib\":%d}"
                        .formatted(
                            one.subscriptions(),
                            one.convergedMillis(),
                            one.joinMillis(),
                            one.residentKib()))
            .orElse("null");
    return "{\"loads\":[%s],\"localMicros\":%s,\"remoteMicros\":%s,\"tables\":%s}"
        .formatted(
            loads,
            number(cost.roundTrips().localMicros()),
            number(cost.roundTrips().remoteMicros()),
            tables);
  }

  private String server(ReportRow row) {
    return switch (row) {
      case ReportRow.Absent(String name, String why) ->
          "{\"name\":%s,\"absent\":%s}".formatted(quoted(name), quoted(why));
      case ReportRow.Measured measured ->
          "{\"name\":%s,%s,\"timesNats\":%s,\"timesRelay\":%s}"
              .formatted(
                  quoted(measured.name()),
                  figures(measured),
                  number(results.ratio(measured, Results.NATS)),
                  number(results.ratio(measured, Results.RELAY)));
    };
  }

  private String crowd(Results.Crowded crowded) {
    return "{\"subscriptions\":%d,%s,\"timesFirst\":%s}"
        .formatted(crowded.subscriptions(), figures(crowded.row()), number(results.ratio(crowded)));
  }

  private static String figures(ReportRow.Measured row) {
    WindowSummary summary = row.summary();
    return "\"cpuMicros\":%s,\"cpuMicrosMin\":%s,\"perSecond\":%s,\"p50Micros\":%s,\"p99Micros\":%s,\"rssKib\":%d,\"readyMillis\":%d"
        .formatted(
            number(summary.cpuMicros()),
            number(summary.cpuMicrosMin()),
            number(summary.perSecond()),
            number(summary.p50Micros()),
            number(summary.p99Micros()),
            row.residentKib(),
            row.startup().toMillis());
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? number(value.getAsDouble()) : "null";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
