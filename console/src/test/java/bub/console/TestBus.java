package bub.console;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.activity.file.ActivitySettings;
import bub.bus.activity.log.SqliteActivityLog;
import bub.bus.lobby.LobbyDialect;
import bub.bus.lobby.LobbyService;
import bub.bus.policy.BusLock;
import bub.bus.policy.StoredToken;
import bub.bus.server.BusServer;
import bub.bus.server.BusServer.Equipment;
import bub.bus.server.ServerSettings;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.TokenSource;
import bub.lobby.AgentLobby;
import bub.lobby.LobbySettings;
import bub.lobby.store.LobbyStore;
import bub.protocol.Address;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A real bus with its lobby and its log, which can be killed and restarted. */
final class TestBus implements AutoCloseable {
  private static final Backoff AT_ONCE = new Backoff(Duration.ofMillis(1), Duration.ofMillis(20));

  private final Path directory;
  private BusLock lock = BusLock.open();
  private int port;
  private int lives;
  private Life life;

  /** Parts of the bus that a kill ends. */
  private record Life(
      BusServer server, SqliteActivityLog activity, AtomicReference<AgentLobby> lobby) {}

  TestBus(Path directory) throws Exception {
    this.directory = directory;
    this.life = begin();
  }

  Path logFile() {
    return directory.resolve("activity.db");
  }

  /** Where a dialect is spoken, such as {@code /lobby}. */
  URI url(String path) {
    return URI.create("ws://127.0.0.1:" + port + path);
  }

  void comeBack() throws Exception {
    life = begin();
  }

  private Life begin() throws Exception {
    lives++;
    var activity = SqliteActivityLog.open(ActivitySettings.in(logFile()), TestBus::epochMicros);
    LobbyStore store = LobbyStore.open(directory.resolve("lobby.db"));
    var lobby = new AtomicReference<AgentLobby>();
    String name = "bus-" + lives;
    BusServer server =
        BusServer.startEquipped(
            ServerSettings.on("127.0.0.1", port),
            loop -> {
              var environment =
                  new Hub.Environment(
                      name,
                      BusLimits.standard(),
                      activity,
                      loop,
                      Clock.systemUTC(),
                      System::nanoTime,
                      42);
              return equip(new Hub(environment), store, lobby);
            });
    port = server.port();
    server.hub().execute(() -> server.hub().use(lock));
    return new Life(server, activity, lobby);
  }

  private static Equipment equip(Hub hub, LobbyStore store, AtomicReference<AgentLobby> place) {
    try {
      AgentLobby lobby =
          AgentLobby.open(
              LobbySettings.standard(),
              store,
              new AgentLobby.Environment(
                  hub.clock(), UUID::randomUUID, hub::execute, id -> hub.find(id) != null));
      place.set(lobby);
      LobbyService.open(hub, lobby);
      return new Equipment(hub, List.of(new LobbyDialect(lobby)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static long epochMicros() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }

  Hub hub() {
    return life.server().hub();
  }

  void lock(List<StoredToken> grants) {
    lock = BusLock.of(grants, Clock.systemUTC());
    Hub hub = life.server().hub();
    hub.execute(() -> hub.use(lock));
  }

  /** A client that is not connected yet; it reconnects without much ado. */
  BusClient client(Address name, @Nullable String token) {
    var settings = ClientSettings.of(url(""), name);
    TokenSource source = () -> token;
    return BusClient.of(settings.withReconnect(AT_ONCE).withToken(source));
  }

  BusClient client(Address name) {
    return client(name, null);
  }

  BusClient client(String name) {
    return client(new Address(name));
  }

  /** Does nothing any more, and keeps its connections, until {@code end} is counted down. */
  void hangUntil(CountDownLatch end) {
    life.server()
        .hub()
        .execute(
            () -> {
              try {
                end.await();
              } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
              }
            });
  }

  void die() {
    life.server().close();
    life.activity().close();
    life.lobby().get().close();
  }

  @Override
  public void close() {
    die();
  }
}
