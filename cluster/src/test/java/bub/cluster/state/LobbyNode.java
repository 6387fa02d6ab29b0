package bub.cluster.state;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import bub.lobby.AgentLobby;
import bub.lobby.LobbySettings;
import bub.lobby.SharedRegistry;
import bub.lobby.SingleRegistry;
import bub.lobby.store.LobbyStore;
import bub.protocol.Address;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.Registration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lobby of one node of a test, with a hub thread of its own. */
final class LobbyNode implements AutoCloseable {
  final Set<Address> connected = ConcurrentHashMap.newKeySet();
  private final ExecutorService hub = Executors.newSingleThreadExecutor();
  private final @Nullable SharedAgents shared;
  private final AgentLobby lobby;

  private LobbyNode(Path directory, @Nullable SharedAgents shared, InstantSource clock)
      throws IOException {
    this.shared = shared;
    LobbyStore store = LobbyStore.open(directory.resolve("lobby.db"));
    SharedRegistry registry = shared == null ? SingleRegistry.ALONE : shared;
    this.lobby =
        onHub(
            () -> {
              try {
                return AgentLobby.open(
                    LobbySettings.standard(),
                    store,
                    new AgentLobby.Environment(
                        clock,
                        UUID::randomUUID,
                        hub,
                        connected::contains,
                        connected::contains,
                        registry));
              } catch (IOException unreadable) {
                throw new AssertionError(unreadable);
              }
            });
  }

  static LobbyNode alone(Path directory) throws IOException {
    return new LobbyNode(directory, null, Instant::now);
  }

  static LobbyNode open(Path directory, KeyValueBucket bucket, InstantSource clock)
      throws IOException, ClusterUnavailable, InterruptedException {
    return open(directory, bucket, clock, 1_000_000);
  }

  static LobbyNode open(Path directory, KeyValueBucket bucket, InstantSource clock, int maxBytes)
      throws IOException, ClusterUnavailable, InterruptedException {
    var hub = new CompletableFuture<ExecutorService>();
    SharedAgents shared =
        SharedAgents.prepare(directory, bucket, work -> hub.join().execute(work), maxBytes);
    var node = new LobbyNode(directory, shared, clock);
    hub.complete(node.hub);
    assertThat(shared.awaitComplete(Duration.ofSeconds(10))).isTrue();
    return node;
  }

  private <T> T onHub(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, hub).join();
  }

  private <T> CompletableFuture<T> answer(Consumer<Consumer<T>> request) {
    var answer = new CompletableFuture<T>();
    hub.execute(() -> request.accept(answer::complete));
    return answer;
  }

  CompletableFuture<Registration> register(Address id, CapabilityChange offer) {
    return register(id, offer, null);
  }

  CompletableFuture<Registration> register(
      Address id, CapabilityChange offer, @Nullable String conversation) {
    return answer(done -> lobby.register(id, offer, conversation, (_, _) -> {}, done));
  }

  CompletableFuture<Registration> update(Address id, CapabilityChange change) {
    return answer(done -> lobby.update(id, change, (_, _) -> {}, done));
  }

  CompletableFuture<Registration> deregister(Address id) {
    return answer(done -> lobby.deregister(id, (_, _) -> {}, done));
  }

  Lobby.Claim claim(Address id, @Nullable String token) {
    return onHub(() -> lobby.claim(id, token));
  }

  List<String> conflicts() {
    return onHub(lobby::joinConflicts);
  }

  void arrived(Address id) {
    connected.add(id);
    hub.execute(() -> lobby.arrived(id));
  }

  void tick() {
    onHub(
        () -> {
          lobby.tick(_ -> (_, _) -> {});
          return true;
        });
  }

  List<AgentEntry> agents() {
    var page = new CompletableFuture<AgentPage>();
    hub.execute(() -> lobby.list(AgentPage.Query.first(), into(page)));
    return page.join().agents();
  }

  private static <T> Lobby.Answer<T> into(CompletableFuture<T> future) {
    return new Lobby.Answer<>() {
      @Override
      public void give(T answer) {
        future.complete(answer);
      }

      @Override
      public void fail(String problem) {
        future.completeExceptionally(new AssertionError(problem));
      }
    };
  }

  @Override
  public void close() {
    if (shared != null) {
      shared.close();
    }
    onHub(
        () -> {
          lobby.close();
          return true;
        });
    hub.shutdown();
    try {
      assertThat(hub.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
