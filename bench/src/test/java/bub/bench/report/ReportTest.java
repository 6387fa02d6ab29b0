package bub.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bench.measure.AgentStartup;
import bub.bench.measure.ClusterCost;
import bub.bench.measure.ConsoleCost;
import bub.bench.measure.DoorCost;
import bub.bench.measure.LobbyMeasurement;
import bub.bench.measure.ReportRow;
import bub.bench.measure.Results;
import bub.bench.measure.TelegramBridgeLoad;
import bub.bench.measure.WindowSummary;
import bub.bench.wire.MeasurementWindow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Results WITH_NATS =
      new Results(
          List.of(row(Results.RELAY, 5), row(Results.NATS, 10), row(Results.LOG_OFF, 6.5)),
          List.of(
              new Results.Crowded(100, row("100", 6)),
              new Results.Crowded(1_000_000, row("1,000,000", 9))),
          new LobbyMeasurement(100_000, 1_600, 13_000, 270, 90),
          new AgentStartup(
              20,
              new AgentStartup.Spread(510, 705),
              new AgentStartup.Spread(2_100, 4_300),
              98 * 1024),
          new TelegramBridgeLoad(10_000, 50, 900, 40, 130, 210 * 1024),
          new ConsoleCost(2_000, 40, 42, 0.31, OptionalDouble.of(59.6)),
          new DoorCost(
              List.of(
                  new DoorCost.Way("bus", 50, 9_000),
                  new DoorCost.Way("MCP 2025-11-25", 125, 4_000)),
              12),
          Optional.of(
              new ClusterCost(
                  List.of(
                      new ClusterCost.Load("single bus", summary(6), 0),
                      new ClusterCost.Load("2 nodes, across", summary(15), 4)),
                  new ClusterCost.RoundTrips(80, 480),
                  Optional.of(new ClusterCost.Tables(1_000_000, 900, 2_500, 400 * 1024)))));
  private static final Results WITHOUT_NATS =
      new Results(
          List.of(
              row(Results.RELAY, 5),
              new ReportRow.Absent(Results.NATS, "not \"installed\""),
              row(Results.LOG_OFF, 6.5)),
          WITH_NATS.crowds(),
          WITH_NATS.census(),
          WITH_NATS.nursery(),
          WITH_NATS.bot(),
          WITH_NATS.audience(),
          WITH_NATS.doors(),
          Optional.empty());

  @Test
  void saysWhatItCostsToBeLookedAt() {
    assertThat(lineOf(WITH_NATS, "2,000"))
        .containsSubsequence(" 42.00 ", " 40.00 ", " 1.05 ", " 31 ", " 60");
  }

  @Test
  void comparesADoorWithTheBus() {
    assertThat(lineOf(WITH_NATS, "MCP 2025")).containsSubsequence(" 125.00 ", " 2.50 ", " 4,000");
  }

  @Test
  void comparesEveryServerWithNatsAndTheRelay() {
    assertThat(lineOf(WITH_NATS, Results.LOG_OFF))
        .containsSubsequence(" 6.50 ", " 0.65 ", " 1.30 ");
  }

  @Test
  void saysWhyAServerIsMissingAndComparesWithTheRest() {
    assertThat(lineOf(WITHOUT_NATS, Results.NATS)).endsWith("not \"installed\"");
    assertThat(lineOf(WITHOUT_NATS, Results.LOG_OFF))
        .containsSubsequence(" 6.50 ", " - ", " 1.30 ");
  }

  @Test
  void comparesEveryCrowdWithTheSmallest() {
    assertThat(lineOf(WITH_NATS, "1,000,000")).containsSubsequence(" 9.00 ", " 1.50 ");
  }

  @Test
  void comparesALobbyCallWithAPlainMessageUnderTheSameLog() {
    Results calls =
        new Results(
            List.of(row(Results.LOG_OFF, 6), row(Results.CALLS_LOG_OFF, 9)),
            WITH_NATS.crowds(),
            WITH_NATS.census(),
            WITH_NATS.nursery(),
            WITH_NATS.bot(),
            WITH_NATS.audience(),
            WITH_NATS.doors(),
            Optional.empty());

    assertThat(lineOf(calls, Results.CALLS_LOG_OFF)).containsSubsequence(" 9.00 ", " 1.50 ");
  }

  @Test
  void comparesMessagesAcrossNodesWithASingleBus() {
    assertThat(lineOf(WITH_NATS, "2 nodes, across")).containsSubsequence(" 15.00 ", " 2.50 ");
    assertThat(lineOf(WITH_NATS, "across two nodes")).containsSubsequence(" 480 ", " 400");
    assertThat(new Report(WITHOUT_NATS).toString()).contains("No nats-server for a cluster.");
  }

  @Test
  void showsWhatALargeLobbyTakes() {
    assertThat(lineOf(WITH_NATS, "100,000")).containsSubsequence(" 1.60 ", " 13.00 ", " 90");
  }

  @Test
  void showsWhatAnAgentTakes() {
    assertThat(lineOf(WITH_NATS, "20 in sequence")).containsSubsequence(" 510 ", " 705 ", " 98");
    assertThat(lineOf(WITH_NATS, "20 in parallel")).containsSubsequence(" 2,100 ", " 4,300 ");
  }

  @Test
  void showsWhatABridgeTakes() {
    assertThat(lineOf(WITH_NATS, "10,000 ")).containsSubsequence(" 50 ", " 900 ", " 130 ", " 210");
  }

  @Test
  void givesProgramsTheSameFigures() {
    assertThat(new JsonReport(WITHOUT_NATS).toString())
        .contains("{\"name\":\"nats-server (WebSocket)\",\"absent\":\"not \\\"installed\\\"\"}")
        .contains("\"cpuMicros\":6.500", "\"timesNats\":null,\"timesRelay\":1.300")
        .contains("{\"subscriptions\":1000000,", "\"timesFirst\":1.500");
  }

  private static String lineOf(Results results, String name) {
    return new Report(results)
        .toString()
        .lines()
        .filter(line -> line.startsWith(name))
        .findFirst()
        .orElseThrow();
  }

  private static ReportRow.Measured row(String name, double cpuMicros) {
    return new ReportRow.Measured(name, summary(cpuMicros), Duration.ofMillis(400), 100 * 1024);
  }

  private static WindowSummary summary(double cpuMicros) {
    return WindowSummary.of(List.of(new MeasurementWindow(cpuMicros, 70_000, 900, 3_000)));
  }
}
