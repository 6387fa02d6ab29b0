package bub.bench;

import java.util.List;
import java.util.OptionalDouble;

/** Everything a run found out. */
record Results(
    List<ReportRow> servers,
    List<Crowded> crowds,
    LobbyMeasurement census,
    AgentStartup nursery,
    TelegramBridgeLoad bot,
    ConsoleCost audience) {
  static final String RELAY = "relay";
  static final String NATS = "nats-server (WebSocket)";
  static final String LOG_OFF = "bub, log off";
  static final String LOG_ON = "bub, log on";
  static final String CALLS_LOG_OFF = "bub lobby calls, log off";
  static final String CALLS_LOG_ON = "bub lobby calls, log on";

  /** The bus with this many subscriptions in place. */
  record Crowded(int subscriptions, ReportRow.Measured row) {}

  /** How many times the CPU of the server called {@code reference} a row costs. */
  OptionalDouble ratio(ReportRow.Measured row, String reference) {
    return servers.stream()
        .filter(ReportRow.Measured.class::isInstance)
        .map(ReportRow.Measured.class::cast)
        .filter(one -> one.name().equals(reference))
        .mapToDouble(one -> row.summary().cpuMicros() / one.summary().cpuMicros())
        .findFirst();
  }

  /** How many times the CPU of a plain message a lobby call costs, under the same log. */
  OptionalDouble timesPlain(ReportRow.Measured row) {
    return switch (row.name()) {
      case CALLS_LOG_OFF -> ratio(row, LOG_OFF);
      case CALLS_LOG_ON -> ratio(row, LOG_ON);
      default -> OptionalDouble.empty();
    };
  }

  /** How many times the CPU of the smallest crowd a crowd costs. */
  double ratio(Crowded crowded) {
    return crowded.row().summary().cpuMicros() / crowds.getFirst().row().summary().cpuMicros();
  }
}
