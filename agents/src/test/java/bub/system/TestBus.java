package bub.system;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.activity.log.DisabledActivityLog;
import bub.bus.server.BusServer;
import bub.bus.server.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;

/** A real bus on its own port, which can stop and restart. */
final class TestBus implements AutoCloseable {
  private BusServer server;
  private final int port;

  private TestBus(BusServer server) {
    this.server = server;
    this.port = server.port();
  }

  static TestBus start() throws IOException, InterruptedException {
    return new TestBus(listen(0));
  }

  private static BusServer listen(int port) throws IOException, InterruptedException {
    return BusServer.start(
        ServerSettings.on("127.0.0.1", port),
        loop ->
            new Hub(
                new Hub.Environment(
                    "bus-test",
                    BusLimits.standard(),
                    new DisabledActivityLog(),
                    loop,
                    InstantSource.system(),
                    System::nanoTime,
                    42)));
  }

  URI url() {
    return URI.create("ws://127.0.0.1:" + port);
  }

  void goAway() {
    server.close();
  }

  void comeBack() throws IOException, InterruptedException {
    server = listen(port);
  }

  @Override
  public void close() {
    server.close();
  }
}
