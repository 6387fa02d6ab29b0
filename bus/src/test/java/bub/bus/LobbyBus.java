package bub.bus;

import static org.awaitility.Awaitility.await;

import bub.bus.dialect.Dialects;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.dialect.WireSession;
import bub.bus.lobby.LobbyDialect;
import bub.bus.lobby.LobbyService;
import bub.jsonrpc.InMemoryLink;
import bub.lobby.AgentLobby;
import bub.lobby.LobbySettings;
import bub.lobby.store.LobbyStore;
import bub.protocol.MessageId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A hub that hosts a real lobby. The thread of the test is the hub thread: it runs tasks of the
 * lobby's threads while the test waits.
 */
final class LobbyBus implements AutoCloseable {
  final ManualTime time = new ManualTime();
  final RecordedActivity activity = new RecordedActivity();
  final Hub hub;
  final AgentLobby lobby;
  private final Queue<Runnable> hubTasks = new ConcurrentLinkedQueue<>();
  private final LobbyDialect dialect;
  private final List<WireSession> sessions = new ArrayList<>();
  private int made;

  LobbyBus(Path directory) throws IOException {
    this(directory, BusRules.standard());
  }

  LobbyBus(Path directory, BusRules rules) throws IOException {
    hub =
        new Hub(
            new Hub.Environment(
                "bus-test",
                BusLimits.standard(),
                rules,
                activity,
                hubTasks::add,
                time,
                time,
                () -> new MessageId("made-" + ++made),
                42));
    lobby =
        AgentLobby.open(
            LobbySettings.standard(),
            LobbyStore.open(directory.resolve("lobby.db")),
            new AgentLobby.Environment(
                time, UUID::randomUUID, hub::execute, id -> hub.find(id) != null));
    LobbyService.open(hub, lobby);
    dialect = new LobbyDialect(lobby);
  }

  /** A connection on the lobby's wire that has not said anything yet. */
  WireAgent connect() {
    return connect(null);
  }

  WireAgent connect(@Nullable String bearerToken) {
    return connect("local", bearerToken);
  }

  WireAgent connect(String remoteAddress, @Nullable String bearerToken) {
    var link = InMemoryLink.pair();
    String id = "conn-" + sessions.size();
    sessions.add(
        dialect.converse(
            link.left(),
            hub,
            new UnauthenticatedPeer(
                id, remoteAddress, bearerToken, null, UnauthenticatedPeer.local(id).account())));
    return new WireAgent(link.right(), this);
  }

  /** A connection of the address dialect that has not said anything yet. */
  RawPeer connectToBus() {
    var link = InMemoryLink.pair();
    sessions.add(
        Dialects.ADDRESS.converse(
            link.left(), hub, UnauthenticatedPeer.local("conn-" + sessions.size())));
    return new RawPeer(link.right());
  }

  RawPeer peer(String clientId) {
    RawPeer peer = connectToBus();
    peer.result("initialize", "{\"clientId\":\"" + clientId + "\"}");
    return peer;
  }

  /** Lets the hub go on until this is so. */
  void until(BooleanSupplier condition) {
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              settle();
              return condition.getAsBoolean();
            });
  }

  private void settle() {
    for (Runnable task = hubTasks.poll(); task != null; task = hubTasks.poll()) {
      task.run();
    }
  }

  void pass(Duration duration) {
    time.advance(duration);
    sessions.forEach(WireSession::tick);
    hub.tick();
    settle();
  }

  @Override
  public void close() {
    lobby.close();
  }
}
