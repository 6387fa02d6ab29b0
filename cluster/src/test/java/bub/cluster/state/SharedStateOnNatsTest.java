package bub.cluster.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.bus.policy.LockFiles;
import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.NatsBucket;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsSettings;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityChange;
import bub.protocol.lobby.Lobby.Claim;
import bub.protocol.lobby.LobbyErrorCode;
import bub.protocol.lobby.Registration;
import bub.testkit.NatsServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shared tokens and agents with a real server. */
class SharedStateOnNatsTest {
  private static final Duration PROMISE = Duration.ofSeconds(2);
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int MAX_BYTES = 1_000_000;
  private static final Address SHOP = new Address("agent:shop");
  private static final CapabilityChange PRICES =
      CapabilityChange.offering(List.of(Capability.named("find_price", "Finds prices")));

  @TempDir private Path directory;

  @Test
  void tokensAreCreatedAndRevokedOnAllNodesAndAfterAnOutage() throws Exception {
    try (var servers = NatsServers.one();
        var connection = connected(servers);
        var other = connected(servers);
        var a = tokens("a", bucket(connection));
        var b = tokens("b", bucket(other))) {
      assertThat(a.synchronizeOnce(SOON).succeeded()).isTrue();
      assertThat(b.synchronizeOnce(SOON).succeeded()).isTrue();
      a.start();
      b.start();
      add("a", "t1");
      await().atMost(PROMISE).until(() -> ids("b").equals(List.of("t1")));

      servers.get(0).kill();
      assertThat(b.synchronizeOnce(Duration.ZERO).succeeded()).isFalse();
      add("b", "t2");
      LockFiles.in(path("b"))
          .update(
              tokens -> {
                tokens.removeIf(token -> token.principal().id().equals("t1"));
                return tokens;
              },
              () -> {});
      servers.get(0).start();

      await().atMost(SOON).until(() -> ids("a").equals(List.of("t2")));
    }
  }

  @Test
  void agentsAreKnownOnAllNodesAndRefusedDuringAnOutage() throws Exception {
    try (var servers = NatsServers.one();
        var connection = connected(servers);
        var other = connected(servers);
        var a = LobbyNode.open(path("a"), bucket(connection), Instant::now);
        var b = LobbyNode.open(path("b"), bucket(other), Instant::now)) {
      var first = a.register(SHOP, PRICES);
      var second = b.register(SHOP, PRICES);
      assertThat(List.of(first.join(), second.join()))
          .filteredOn(Registration.Done.class::isInstance)
          .hasSize(1);
      await()
          .atMost(PROMISE)
          .until(() -> a.claim(SHOP, null) == Claim.TAKEN && b.claim(SHOP, null) == Claim.TAKEN);

      servers.get(0).kill();
      assertThat(b.deregister(SHOP).join())
          .hasFieldOrPropertyWithValue("code", LobbyErrorCode.UNAVAILABLE);
      servers.get(0).start();

      await().atMost(SOON).until(() -> b.deregister(SHOP).join() instanceof Registration.Done);
      await().atMost(SOON).until(() -> a.claim(SHOP, null) == Claim.FREE);
    }
  }

  private SharedTokens tokens(String node, KeyValueBucket bucket) throws IOException {
    return new SharedTokens(path(node), bucket, MAX_BYTES, UUID::randomUUID);
  }

  private static KeyValueBucket bucket(NatsConnection connection) {
    return new NatsBucket(connection, "bub_test_state");
  }

  private Path path(String node) throws IOException {
    return Files.createDirectories(directory.resolve(node));
  }

  private void add(String node, String id) throws IOException {
    var token =
        new StoredToken(
            new Principal(
                id, Pattern.of("agent:x"), List.of(), List.of(), Set.of(), false, false, null),
            "hash",
            Instant.EPOCH);
    assertThat(
            LockFiles.in(path(node))
                .update(
                    tokens -> {
                      tokens.add(token);
                      return tokens;
                    },
                    () -> {}))
        .isTrue();
  }

  private List<String> ids(String node) throws IOException {
    List<StoredToken> tokens = LockFiles.in(path(node)).tokens().read();
    return tokens == null
        ? List.of()
        : tokens.stream().map(token -> token.principal().id()).toList();
  }

  private static NatsConnection connected(NatsServers servers) throws InterruptedException {
    var connection = new NatsConnection(NatsSettings.of(servers.urls(), "test"), "node");
    connection.start();
    assertThat(connection.awaitConnected(SOON)).isTrue();
    return connection;
  }
}
