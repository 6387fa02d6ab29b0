package bub.agent;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.activity.log.DisabledActivityLog;
import bub.bus.lobby.LobbyService;
import bub.bus.server.BusServer;
import bub.bus.server.BusServer.Equipment;
import bub.bus.server.ServerSettings;
import bub.lobby.AgentLobby;
import bub.lobby.LobbySettings;
import bub.lobby.store.LobbyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/** A real bus with a real lobby, on its own port. */
final class AgentBus implements AutoCloseable {
  private final BusServer server;
  private final AgentLobby lobby;

  private AgentBus(BusServer server, AgentLobby lobby) {
    this.server = server;
    this.lobby = lobby;
  }

  static AgentBus start(Path directory) throws IOException, InterruptedException {
    return start(directory, 0);
  }

  static AgentBus start(Path directory, int port) throws IOException, InterruptedException {
    LobbyStore store = LobbyStore.open(directory.resolve("lobby.db"));
    var lobby = new AtomicReference<AgentLobby>();
    BusServer server =
        BusServer.startEquipped(
            ServerSettings.on("127.0.0.1", port),
            loop -> {
              var hub =
                  new Hub(
                      new Hub.Environment(
                          "bus-test",
                          BusLimits.standard(),
                          new DisabledActivityLog(),
                          loop,
                          InstantSource.system(),
                          System::nanoTime,
                          42));
              lobby.set(open(hub, store));
              return new Equipment(hub, List.of());
            });
    return new AgentBus(server, lobby.get());
  }

  private static AgentLobby open(Hub hub, LobbyStore store) {
    try {
      AgentLobby lobby =
          AgentLobby.open(
              LobbySettings.standard(),
              store,
              new AgentLobby.Environment(
                  hub.clock(), UUID::randomUUID, hub::execute, id -> hub.find(id) != null));
      LobbyService.open(hub, lobby);
      return lobby;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  int port() {
    return server.port();
  }

  URI url() {
    return URI.create("ws://127.0.0.1:" + port());
  }

  TestPeer peer(String address) {
    return TestPeer.join(url(), address);
  }

  @Override
  public void close() {
    server.close();
    lobby.close();
  }
}
