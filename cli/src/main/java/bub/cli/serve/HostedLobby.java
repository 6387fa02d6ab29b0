package bub.cli.serve;

import bub.bus.Hub;
import bub.bus.lobby.LobbyDialect;
import bub.bus.lobby.LobbyService;
import bub.bus.server.BusServer.Equipment;
import bub.cli.connect.BubDirectories;
import bub.lobby.AgentLobby;
import bub.lobby.LobbySettings;
import bub.lobby.SharedRegistry;
import bub.lobby.store.LobbyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The lobby of a bus in this process, with its store and its wire dialect. */
final class HostedLobby implements AutoCloseable {
  private final LobbySettings settings;
  private final LobbyStore store;
  private @Nullable AgentLobby lobby;

  private HostedLobby(LobbySettings settings, LobbyStore store) {
    this.settings = settings;
    this.store = store;
  }

  static HostedLobby open(LobbySettings settings, BubDirectories directories) throws IOException {
    return new HostedLobby(
        settings, LobbyStore.openForServing(directories.state().resolve("lobby.db")));
  }

  /** {@code shared} has the registrations of all nodes. */
  Equipment moveInto(Hub hub, SharedRegistry shared) {
    try {
      AgentLobby moved =
          AgentLobby.open(
              settings,
              store,
              new AgentLobby.Environment(
                  hub.clock(),
                  UUID::randomUUID,
                  hub::execute,
                  hub::isConnected,
                  id -> hub.find(id) != null,
                  shared));
      lobby = moved;
      LobbyService.open(hub, moved);
      return new Equipment(hub, List.of(new LobbyDialect(moved)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Returns null before it is moved in. Hub thread only. */
  @Nullable AgentLobby lobby() {
    return lobby;
  }

  @Override
  public void close() {
    if (lobby == null) {
      AgentLobby.close(store);
    } else {
      lobby.close();
    }
  }
}
