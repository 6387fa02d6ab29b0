package bub.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One running server with the load that is ready to be put on it. */
final class Entrant {
  private final String name;
  private final ServerProcess server;
  private final Duration startup;
  private final Fleet fleet;
  private final List<Window> windows = new ArrayList<>();

  Entrant(String name, ServerProcess server, Duration startup, Fleet fleet) {
    this.name = name;
    this.server = server;
    this.startup = startup;
    this.fleet = fleet;
  }

  String name() {
    return name;
  }

  Window warmUp(Duration length) {
    return load(length);
  }

  void measure(Duration length) {
    windows.add(load(length));
  }

  Row.Measured row() {
    return new Row.Measured(name, Summary.of(windows), startup, server.residentKib());
  }

  private Window load(Duration length) {
    try {
      return fleet.measure(length, server::cpuMicros);
    } catch (BenchFailure e) {
      throw new BenchFailure(name + ": " + e.getMessage() + server.lastWords(), e);
    }
  }
}
