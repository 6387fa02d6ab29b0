package bub.cluster.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.cluster.nats.KeyNames;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Lobby.Claim;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.Registration;
import bub.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registrations of two nodes with one bucket. */
class SharedAgentsTest {
  private static final Duration PROMISE = Duration.ofSeconds(2);
  private static final Address SHOP = new Address("agent:shop");
  private static final Address BANK = new Address("agent:bank");
  private static final CapabilityChange PRICES =
      CapabilityChange.offering(List.of(Capability.named("find_price", "Finds prices")));
  private static final CapabilityChange LOANS =
      CapabilityChange.offering(List.of(Capability.named("give_loan", "Gives loans")));

  @TempDir private Path directory;
  private final InMemoryBucket bucket = new InMemoryBucket();
  private final List<LobbyNode> nodes = new ArrayList<>();
  private volatile Instant now = Instant.parse("2026-02-17T12:00:00Z");

  @AfterEach
  void close() {
    nodes.forEach(LobbyNode::close);
    bucket.close();
  }

  @Test
  void aRegistrationIsKnownOnEveryNode() throws Exception {
    LobbyNode a = node("a");
    LobbyNode b = node("b");
    String token = token(a.register(SHOP, PRICES));

    await().atMost(PROMISE).until(() -> b.claim(SHOP, token) == Claim.OWNED);
    assertThat(b.claim(SHOP, null)).isEqualTo(Claim.TAKEN);
    assertThat(capabilities(b)).containsExactly("find_price");
  }

  @Test
  void updatesAndDeregistrationsFollow() throws Exception {
    LobbyNode a = node("a");
    LobbyNode b = node("b");
    token(a.register(SHOP, PRICES));
    await().atMost(PROMISE).until(() -> b.claim(SHOP, null) == Claim.TAKEN);

    assertThat(b.update(SHOP, LOANS).join()).isInstanceOf(Registration.Done.class);
    await().atMost(PROMISE).until(() -> capabilities(a).size() == 2);
    assertThat(capabilities(a)).containsExactly("find_price", "give_loan");

    assertThat(a.deregister(SHOP).join()).isInstanceOf(Registration.Done.class);
    await().atMost(PROMISE).until(() -> b.claim(SHOP, null) == Claim.FREE);
    assertThat(token(b.register(SHOP, LOANS))).isNotEmpty();
    await().atMost(PROMISE).until(() -> capabilities(a).equals(List.of("give_loan")));
  }

  @Test
  void ofTwoNodesThatRegisterTheSameIdAtTheSameTimeOneWins() throws Exception {
    LobbyNode a = node("a");
    LobbyNode b = node("b");
    for (int i = 0; i < 20; i++) {
      var id = new Address("agent:" + i);
      CompletableFuture<Registration> first = a.register(id, PRICES);
      CompletableFuture<Registration> second = b.register(id, PRICES);

      List<Registration> outcomes = List.of(first.join(), second.join());
      // On a slow day, the second node knows the agent already, and updates it.
      assertThat(outcomes)
          .filteredOn(one -> one instanceof Registration.Done done && done.newToken() != null)
          .hasSize(1);
      assertThat(outcomes)
          .filteredOn(Registration.Refused.class::isInstance)
          .allSatisfy(
              refused ->
                  assertThat(refused).hasFieldOrPropertyWithValue("code", LobbyErrorCode.ID_TAKEN));
      String token =
          outcomes.stream()
              .filter(Registration.Done.class::isInstance)
              .map(done -> ((Registration.Done) done).newToken())
              .filter(Objects::nonNull)
              .findFirst()
              .orElseThrow();
      await()
          .atMost(PROMISE)
          .until(() -> a.claim(id, token) == Claim.OWNED && b.claim(id, token) == Claim.OWNED);
    }
  }

  @Test
  void withoutTheClusterARegistrationIsRefusedAndNothingChanges() throws Exception {
    InMemoryBucket.View view = bucket.view();
    LobbyNode a = keep(LobbyNode.open(path("a"), view, () -> now));
    token(a.register(BANK, LOANS));
    view.disconnect();

    Registration outcome = a.register(SHOP, PRICES).join();

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Registration.Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(LobbyErrorCode.UNAVAILABLE);
              assertThat(refused.problem()).contains("no connection to NATS");
            });
    assertThat(a.claim(SHOP, null)).isEqualTo(Claim.FREE);
    assertThat(a.deregister(BANK).join()).isInstanceOf(Registration.Refused.class);
    assertThat(a.claim(BANK, null)).isEqualTo(Claim.TAKEN);
    view.reconnect();
    assertThat(token(a.register(SHOP, PRICES))).isNotEmpty();
  }

  @Test
  void aNodeThatWasAwayForgetsWhoLeftAndLearnsWhoCame() throws Exception {
    LobbyNode a = node("a");
    LobbyNode b = node("b");
    String token = token(a.register(SHOP, PRICES));
    await().atMost(PROMISE).until(() -> b.claim(SHOP, null) == Claim.TAKEN);
    stop(b);
    a.deregister(SHOP).join();
    token(a.register(BANK, LOANS));

    LobbyNode again = node("b");

    await().atMost(PROMISE).until(() -> again.claim(SHOP, token) == Claim.FREE);
    await().atMost(PROMISE).until(() -> capabilities(again).equals(List.of("give_loan")));
    assertThat(again.conflicts()).isEmpty();
  }

  @Test
  void aNodeThatJoinsAddsItsAgentsAndReportsThoseThatExist() throws Exception {
    LobbyNode a = node("a");
    String shop = token(a.register(SHOP, PRICES));
    var third = new Address("agent:third");
    try (LobbyNode alone = LobbyNode.alone(path("b"))) {
      token(alone.register(SHOP, LOANS));
      token(alone.register(BANK, LOANS));
      token(alone.register(third, LOANS));
    }

    LobbyNode b = node("b");

    await().atMost(PROMISE).until(() -> b.claim(SHOP, shop) == Claim.OWNED);
    await().atMost(PROMISE).until(() -> a.claim(BANK, null) == Claim.TAKEN);
    await().atMost(PROMISE).until(() -> a.claim(third, null) == Claim.TAKEN);
    assertThat(b.conflicts()).singleElement().asString().contains("agent:shop");
    assertThat(path("b").resolve("lobby.db.before-join")).isNotEmptyFile();
  }

  @Test
  void whatChangedWhileANodeWasAloneIsNotLost() throws Exception {
    LobbyNode a = node("a");
    token(a.register(SHOP, PRICES));
    stop(a);
    try (LobbyNode alone = LobbyNode.alone(path("a"))) {
      token(alone.register(BANK, LOANS));
    }

    LobbyNode again = node("a");
    LobbyNode b = node("b");

    await().atMost(PROMISE).until(() -> b.claim(BANK, null) == Claim.TAKEN);
    assertThat(again.agents()).hasSize(2);
  }

  @Test
  void aUsedTokenEndsTheRightToRepeatOnEveryNode() throws Exception {
    LobbyNode a = node("a");
    LobbyNode b = node("b");
    String conversation = UUID.randomUUID().toString();
    String token = ((Registration.Done) a.register(SHOP, PRICES, conversation).join()).newToken();
    await().atMost(PROMISE).until(() -> b.claim(SHOP, conversation) == Claim.REPEATED);

    assertThat(a.claim(SHOP, token)).isEqualTo(Claim.OWNED);
    now = now.plusSeconds(2);
    a.tick();

    await().atMost(PROMISE).until(() -> b.claim(SHOP, conversation) == Claim.TAKEN);
  }

  @Test
  void anAgentThatIsOnlineOnOneNodeDoesNotExpireOnAnother() throws Exception {
    LobbyNode a = node("a");
    LobbyNode b = node("b");
    token(a.register(SHOP, PRICES));
    token(a.register(BANK, LOANS));
    a.arrived(SHOP);
    await().atMost(PROMISE).until(() -> b.agents().size() == 2);

    now = now.plus(Duration.ofDays(31));
    a.tick();
    await()
        .atMost(PROMISE)
        .until(() -> bucket.keys().stream().anyMatch(key -> key.startsWith("seen.")));
    await()
        .atMost(PROMISE)
        .until(() -> b.agents().stream().anyMatch(agent -> agent.lastSeen().equals(now)));
    b.tick();

    await().atMost(PROMISE).until(() -> a.agents().size() == 1 && b.agents().size() == 1);
    assertThat(b.agents().getFirst().agent()).isEqualTo(SHOP);
  }

  @Test
  void aRegistrationThatIsTooLargeForTheClusterIsRefused() throws Exception {
    LobbyNode a = keep(LobbyNode.open(path("a"), bucket.view(), () -> now, 2_000));
    var noise = new StringBuilder();
    new Random(7).ints(4_000, 'a', 'z').forEach(letter -> noise.append((char) letter));

    Registration outcome =
        a.register(
                SHOP, CapabilityChange.offering(List.of(Capability.named("x", noise.toString()))))
            .join();

    assertThat(outcome).hasFieldOrPropertyWithValue("code", LobbyErrorCode.INVALID_CAPABILITY);
    assertThat(a.claim(SHOP, null)).isEqualTo(Claim.FREE);
  }

  @Test
  void anIdThatANodeCannotStoreStaysFree() throws Exception {
    LobbyNode b = node("b");
    try (SmallDisk disk = SmallDisk.mount(path("a"), 4);
        LobbyNode a = LobbyNode.open(disk.path(), bucket.view(), () -> now)) {
      disk.fill();
      assertThat(a.register(SHOP, PRICES).join())
          .hasFieldOrPropertyWithValue("code", LobbyErrorCode.UNAVAILABLE);

      await()
          .atMost(PROMISE)
          .until(() -> b.register(SHOP, PRICES).join() instanceof Registration.Done);
      disk.makeRoom();
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () -> {
                now = now.plusSeconds(2);
                a.tick();
                return a.claim(SHOP, null) == Claim.TAKEN;
              });
    }
  }

  @Test
  void registrationsSurviveTheLossOfTheBucket() throws Exception {
    LobbyNode a = node("a");
    String token = token(a.register(SHOP, PRICES));
    for (String key : List.of("origin", "agent." + KeyNames.encode(SHOP.value()))) {
      assertThat(bucket.delete(key, Objects.requireNonNull(bucket.get(key)).revision())).isTrue();
    }
    stop(a);

    LobbyNode again = node("a");
    LobbyNode b = node("b");

    assertThat(again.claim(SHOP, token)).isEqualTo(Claim.OWNED);
    await().atMost(PROMISE).until(() -> b.claim(SHOP, token) == Claim.OWNED);
  }

  @Test
  void aNodeThatLeavesKeepsAllAgents() throws Exception {
    LobbyNode a = node("a");
    LobbyNode b = node("b");
    String token = token(a.register(SHOP, PRICES));
    await().atMost(PROMISE).until(() -> b.claim(SHOP, null) == Claim.TAKEN);
    stop(b);
    SharedAgents.leave(path("b"));

    try (LobbyNode alone = LobbyNode.alone(path("b"))) {
      assertThat(alone.claim(SHOP, token)).isEqualTo(Claim.OWNED);
      assertThat(capabilities(alone)).containsExactly("find_price");
    }
  }

  private Path path(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name));
  }

  private LobbyNode node(String name) throws Exception {
    return keep(LobbyNode.open(path(name), bucket.view(), () -> now));
  }

  private LobbyNode keep(LobbyNode node) {
    nodes.add(node);
    return node;
  }

  private void stop(LobbyNode node) {
    nodes.remove(node);
    node.close();
  }

  private static String token(CompletableFuture<Registration> registration) {
    assertThat(registration.join()).isInstanceOf(Registration.Done.class);
    return String.valueOf(((Registration.Done) registration.join()).newToken());
  }

  private static List<String> capabilities(LobbyNode node) {
    return node.agents().stream()
        .flatMap(agent -> Stream.ofNullable(agent.capabilities()).flatMap(List::stream))
        .map(capability -> capability.fields().string("name"))
        .sorted()
        .toList();
  }
}
