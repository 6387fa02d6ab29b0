package bub.lobby;

import static org.assertj.core.api.Assertions.assertThat;

import bub.lobby.store.LobbyStore;
import bub.protocol.Address;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Lobby;
import bub.protocol.lobby.Lobby.Claim;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.lobby.Registration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data of the lobby, its lifetime, and its persistence across restarts. */
class AgentLobbyTest {
  private static final Address SHOP = new Address("agent:shop");
  private static final CapabilityChange PRICES =
      CapabilityChange.offering(List.of(Capability.named("find_price", "Finds prices")));

  @TempDir private Path directory;
  private final LinkedBlockingQueue<Runnable> hub = new LinkedBlockingQueue<>();
  private final Set<Address> connected = new HashSet<>();
  private final Set<LobbyEvent> expired = new HashSet<>();
  private Instant now = Instant.parse("2026-02-17T12:00:00Z");
  private AgentLobby lobby;

  @BeforeEach
  void open() throws IOException {
    lobby =
        AgentLobby.open(
            LobbySettings.standard(),
            LobbyStore.open(directory.resolve("lobby.db")),
            new AgentLobby.Environment(() -> now, UUID::randomUUID, hub::add, connected::contains));
  }

  @AfterEach
  void close() {
    lobby.close();
  }

  private void restart() throws IOException {
    lobby.close();
    connected.clear();
    open();
  }

  @Test
  void anIdBelongsToWhoHasItsToken() throws Exception {
    assertThat(lobby.claim(SHOP, null)).isEqualTo(Claim.FREE);
    String token = register();

    assertThat(lobby.claim(SHOP, token)).isEqualTo(Claim.OWNED);
    assertThat(lobby.claim(SHOP, null)).isEqualTo(Claim.TAKEN);
    assertThat(lobby.claim(SHOP, "guess")).isEqualTo(Claim.TAKEN);
    assertThat(lobby.claim(SHOP, "x".repeat(100_000))).isEqualTo(Claim.TAKEN);
  }

  @Test
  void anIdIsTakenWhileItIsBeingRegistered() throws Exception {
    var first = new CompletableFuture<Registration>();
    lobby.register(SHOP, PRICES, null, (_, _) -> {}, first::complete);
    assertThat(lobby.claim(SHOP, null)).isEqualTo(Claim.TAKEN);

    var second = new CompletableFuture<Registration>();
    lobby.register(SHOP, PRICES, null, (_, _) -> {}, second::complete);

    assertThat(outcome(second)).isInstanceOf(Registration.Refused.class);
    assertThat(outcome(first)).isInstanceOf(Registration.Done.class);
  }

  @Test
  void registrationsAndTokensSurviveARestart() throws Exception {
    String token = register();
    restart();

    assertThat(lobby.claim(SHOP, token)).isEqualTo(Claim.OWNED);
    AgentEntry shop = entry();
    assertThat(shop.online()).isFalse();
    assertThat(shop.capabilities()).hasSize(1);
  }

  @Test
  void whoComesBackKeepsItsToken() throws Exception {
    String token = register();
    connected.add(SHOP);

    var again = new CompletableFuture<Registration>();
    lobby.register(SHOP, PRICES, null, (_, _) -> {}, again::complete);

    assertThat(outcome(again)).isEqualTo(new Registration.Done(null));
    assertThat(lobby.claim(SHOP, token)).isEqualTo(Claim.OWNED);
    assertThat(entry().online()).isTrue();
  }

  @Test
  void presenceIsLiveAndWhenItEndedIsKept() throws Exception {
    register();
    connected.add(SHOP);
    lobby.arrived(SHOP);
    now = now.plus(Duration.ofDays(3));
    assertThat(entry().online()).isTrue();
    assertThat(entry().lastSeen()).isEqualTo(now);

    Instant gone = now;
    lobby.left(SHOP);
    restart();
    now = now.plus(Duration.ofDays(1));
    assertThat(entry().lastSeen()).isEqualTo(gone);
  }

  @Test
  void whoWasHereUntilTheBusWasKilledIsNotForgottenForIt() throws Exception {
    register();
    connected.add(SHOP);
    lobby.arrived(SHOP);
    for (int day = 0; day < 40; day++) {
      now = now.plus(Duration.ofDays(1));
      lobby.tick(this::expiry);
    }
    restart(); // nobody said goodbye
    now = now.plus(Duration.ofDays(20));
    lobby.tick(this::expiry);

    assertThat(entries()).hasSize(1);
  }

  @Test
  void whoIsAwayTooLongIsForgotten() throws Exception {
    register();
    now = now.plus(Duration.ofDays(31));
    lobby.tick(this::expiry);
    settle(() -> expired.contains(LobbyEvent.AGENT_EXPIRED));

    assertThat(lobby.claim(SHOP, null)).isEqualTo(Claim.FREE);
    restart();
    assertThat(entries()).isEmpty();
  }

  @Test
  void figuresTellHowManyAreHere() throws Exception {
    register();
    assertThat(lobby.figures()).containsEntry("lobby_agents", 1L);
    assertThat(lobby.figures()).containsEntry("lobby_agents_online", 0L);
    lobby.arrived(SHOP);
    assertThat(lobby.figures()).containsEntry("lobby_agents_online", 1L);
  }

  // ---- the hub's thread is the test's

  private String register() throws Exception {
    var done = new CompletableFuture<Registration>();
    lobby.register(SHOP, PRICES, null, (_, _) -> {}, done::complete);
    return String.valueOf(((Registration.Done) outcome(done)).newToken());
  }

  private AgentEntry entry() throws Exception {
    return entries().getFirst();
  }

  private List<AgentEntry> entries() throws Exception {
    var page = new CompletableFuture<AgentPage>();
    lobby.list(
        AgentPage.Query.first(),
        new Lobby.Answer<>() {
          @Override
          public void give(AgentPage answer) {
            page.complete(answer);
          }

          @Override
          public void fail(String problem) {
            page.completeExceptionally(new AssertionError(problem));
          }
        });
    return outcome(page).agents();
  }

  private Lobby.Notes expiry(Address agent) {
    return (event, _) -> expired.add(event);
  }

  private <T> T outcome(CompletableFuture<T> future) throws Exception {
    settle(future::isDone);
    return future.get();
  }

  private void settle(BooleanSupplier done) throws InterruptedException {
    while (!done.getAsBoolean()) {
      Runnable task = hub.poll(30, TimeUnit.SECONDS);
      assertThat(task).as("the lobby is silent").isNotNull();
      task.run();
    }
  }
}
