package bub.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One running server with the load prepared for it. */
final class ServerUnderTest {
  private final String name;
  private final ServerProcess server;
  private final Duration startup;
  private final LoadGenerator fleet;
  private final List<MeasurementWindow> windows = new ArrayList<>();

  ServerUnderTest(String name, ServerProcess server, Duration startup, LoadGenerator fleet) {
    this.name = name;
    this.server = server;
    this.startup = startup;
    this.fleet = fleet;
  }

  String name() {
    return name;
  }

  MeasurementWindow warmUp(Duration length) {
    return load(length);
  }

  void measure(Duration length) {
    windows.add(load(length));
  }

  ReportRow.Measured row() {
    return new ReportRow.Measured(name, WindowSummary.of(windows), startup, server.residentKib());
  }

  private MeasurementWindow load(Duration length) {
    try {
      return fleet.measure(length, server::cpuMicros);
    } catch (BenchFailure e) {
      throw new BenchFailure(name + ": " + e.getMessage() + server.lastWords(), e);
    }
  }
}
