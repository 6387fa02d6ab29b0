package bub.bench.measure;

import bub.bench.server.ServerProcess;
import bub.bench.wire.BenchFailure;
import bub.bench.wire.LoadGenerator;
import bub.bench.wire.MeasurementWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One running server with the load prepared for it. */
public final class ServerUnderTest {
  private final String name;
  private final ServerProcess server;
  private final Duration startup;
  private final LoadGenerator fleet;
  private final List<MeasurementWindow> windows = new ArrayList<>();

  public ServerUnderTest(String name, ServerProcess server, Duration startup, LoadGenerator fleet) {
    this.name = name;
    this.server = server;
    this.startup = startup;
    this.fleet = fleet;
  }

  public String name() {
    return name;
  }

  public MeasurementWindow warmUp(Duration length) {
    return load(length);
  }

  public void measure(Duration length) {
    windows.add(load(length));
  }

  public ReportRow.Measured row() {
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
