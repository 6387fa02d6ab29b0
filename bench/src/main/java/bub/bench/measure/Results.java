package bub.bench.measure;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** All results of a run. */
public record Results(
    List<ReportRow> servers,
    List<Crowded> crowds,
    LobbyMeasurement census,
    AgentStartup nursery,
    TelegramBridgeLoad bot,
    ConsoleCost audience,
    DoorCost doors,
    Optional<ClusterCost> cluster) {
  public static final String RELAY = "relay";
  public static final String NATS = "nats-server (WebSocket)";
  public static final String LOG_OFF = "bub, log off";
  public static final String CAUSES = "bub, log off, causes";
  public static final String LOG_ON = "bub, log on";
  public static final String CALLS_LOG_OFF = "bub lobby calls, log off";
  public static final String CALLS_LOG_ON = "bub lobby calls, log on";

  public record Crowded(int subscriptions, ReportRow.Measured row) {}

  public OptionalDouble ratio(ReportRow.Measured row, String reference) {
    return servers.stream()
        .filter(ReportRow.Measured.class::isInstance)
        .map(ReportRow.Measured.class::cast)
        .filter(one -> one.name().equals(reference))
        .mapToDouble(one -> row.summary().cpuMicros() / one.summary().cpuMicros())
        .findFirst();
  }

  /** Returns the CPU cost of a lobby call relative to a plain message with the same log setting. */
  public OptionalDouble timesPlain(ReportRow.Measured row) {
    return switch (row.name()) {
      case CALLS_LOG_OFF -> ratio(row, LOG_OFF);
      case CALLS_LOG_ON -> ratio(row, LOG_ON);
      default -> OptionalDouble.empty();
    };
  }

  public double ratio(Crowded crowded) {
    return crowded.row().summary().cpuMicros() / crowds.getFirst().row().summary().cpuMicros();
  }
}
