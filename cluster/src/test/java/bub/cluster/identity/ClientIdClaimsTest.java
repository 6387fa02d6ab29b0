package bub.cluster.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.cluster.identity.ClaimResult.Claimed;
import bub.cluster.identity.ClaimResult.Overtaken;
import bub.cluster.identity.ClaimResult.Unavailable;
import bub.cluster.interest.NodeId;
import bub.cluster.nats.KeyNames;
import bub.cluster.nats.NatsBucket;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsSettings;
import bub.testkit.NatsServer;
import bub.testkit.NatsServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Promises of clientIds in a cluster, checked with real servers. */
class ClientIdClaimsTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void theNewestClaimWinsAndTheOldConnectionIsTold() throws Exception {
    try (var servers = NatsServers.one();
        var a = new Node(servers.urls(), "a", 1);
        var b = new Node(servers.urls(), "b", 2)) {
      long first = claimed(a.claim("tg:1", "a1"));
      long second = claimed(b.claim("tg:1", "b1"));
      assertThat(second).isGreaterThan(first);
      a.awaitLost("tg:1 a1");
      long third = claimed(b.claim("tg:1", "b2"));
      assertThat(third).isGreaterThan(second);
      b.awaitLost("tg:1 b1");
      claimed(a.claim("tg:1", "a2"));
      b.awaitLost("tg:1 b1", "tg:1 b2");
      assertThat(a.lost).containsExactly("tg:1 a1");
    }
  }

  @Test
  void aReleaseDeletesOnlyTheOwnEntry() throws Exception {
    try (var servers = NatsServers.one();
        var a = new Node(servers.urls(), "a", 1);
        var b = new Node(servers.urls(), "b", 2)) {
      claimed(a.claim("tg:1", "a1"));
      a.claims.release("tg:1", "a1");
      await().until(() -> a.bucket.get(KeyNames.encode("tg:1")) == null);

      claimed(a.claim("tg:1", "a2"));
      claimed(b.claim("tg:1", "b1"));
      a.claims.release("tg:1", "a2");
      a.awaitLost("tg:1 a2");
      claimed(a.claim("tg:2", "a3"));
      assertThat(a.bucket.get(KeyNames.encode("tg:1"))).isNotNull();
      assertThat(b.lost).isEmpty();
    }
  }

  @Test
  void ofManyConcurrentClaimsExactlyOneIsNotTold() throws Exception {
    try (var servers = NatsServers.three();
        var a = new Node(servers.get(0).url(), "a", 1);
        var b = new Node(servers.get(1).url(), "b", 2);
        var c = new Node(servers.get(2).url(), "c", 3)) {
      List<Node> nodes = List.of(a, b, c);
      List<CompletableFuture<ClaimResult>> results = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        results.add(nodes.get(i % 3).claim("tg:1", "c" + i));
      }
      var winners = new ArrayList<String>();
      for (int i = 0; i < results.size(); i++) {
        switch (results.get(i).get(30, TimeUnit.SECONDS)) {
          case Claimed _ -> winners.add("tg:1 c" + i);
          case Overtaken _ -> {}
          case Unavailable unavailable -> throw new AssertionError(unavailable);
        }
      }
      assertThat(winners).isNotEmpty();
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                List<String> left = new ArrayList<>(winners);
                nodes.forEach(node -> left.removeAll(node.lost));
                assertThat(left).hasSize(1);
              });
    }
  }

  @Test
  void withoutAQuorumNobodyIsToldThatAClaimSucceeded() throws Exception {
    try (var servers = NatsServers.three();
        var a = new Node(servers.get(0).url(), "a", 1)) {
      claimed(a.claim("tg:1", "a1"));
      servers.get(1).pause();
      servers.get(2).pause();
      assertThat(a.claim("tg:2", "a2").get(30, TimeUnit.SECONDS)).isInstanceOf(Unavailable.class);
      assertThat(a.lost).isEmpty();

      servers.get(1).resume();
      servers.get(2).resume();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> a.claim("tg:2", "a3").get(30, TimeUnit.SECONDS) instanceof Claimed);
      assertThat(a.lost).doesNotContain("tg:1 a1");
    }
  }

  @Test
  void afterAnOutageDeletedEntriesAreClaimedAgainAndOvertakenOnesAreLost() throws Exception {
    try (var servers = NatsServers.one();
        var a = new Node(servers.urls(), "a", 1);
        var b = new Node(servers.urls(), "b", 2)) {
      claimed(a.claim("tg:1", "a1"));
      claimed(a.claim("tg:2", "a2"));
      claimed(a.claim("tg:3", "a3"));
      // Node b believes that node a is dead.
      b.claims.forgetNode(a.id);
      claimed(b.claim("tg:2", "b2"));
      a.claims.revalidate();
      a.awaitLost("tg:2 a2");
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                assertThat(a.bucket.get(KeyNames.encode("tg:1"))).isNotNull();
                assertThat(a.bucket.get(KeyNames.encode("tg:3"))).isNotNull();
              });
      assertThat(b.lost).isEmpty();
    }
  }

  @Test
  void tooManyClaimsAtOnceAreRefused() throws Exception {
    try (var servers = NatsServers.one();
        var a = new Node(servers.urls(), "a", 1)) {
      NatsServer server = servers.get(0);
      server.pause();
      List<CompletableFuture<ClaimResult>> results = new ArrayList<>();
      for (int i = 0; i < 4097; i++) {
        results.add(a.claim("tg:" + i, "c" + i));
      }
      assertThat(results.getLast().getNow(null)).isInstanceOf(Unavailable.class);
      for (CompletableFuture<ClaimResult> result : results) {
        assertThat(result.get(30, TimeUnit.SECONDS)).isInstanceOf(Unavailable.class);
      }
      server.resume();
    }
  }

  private static long claimed(CompletableFuture<ClaimResult> result) throws Exception {
    return switch (result.get(30, TimeUnit.SECONDS)) {
      case Claimed(long revision) -> revision;
      case Overtaken overtaken -> throw new AssertionError(overtaken);
      case Unavailable unavailable -> throw new AssertionError(unavailable);
    };
  }

  /** The claims of one node. */
  private static final class Node implements AutoCloseable {
    final NodeId id;
    final NatsConnection connection;
    final NatsBucket bucket;
    final ClientIdClaims claims;
    final List<String> lost = new CopyOnWriteArrayList<>();

    Node(String urls, String name, long epoch) throws Exception {
      id = new NodeId(name, epoch);
      connection = new NatsConnection(NatsSettings.of(urls, "test"), name);
      connection.start();
      assertThat(connection.awaitConnected(SOON)).isTrue();
      bucket = new NatsBucket(connection, "bub_test_identity");
      claims =
          new ClientIdClaims(
              bucket, id, (clientId, connectionId) -> lost.add(clientId + " " + connectionId));
      claims.start();
    }

    CompletableFuture<ClaimResult> claim(String clientId, String connectionId) {
      var result = new CompletableFuture<ClaimResult>();
      claims.claim(clientId, connectionId, result::complete);
      return result;
    }

    void awaitLost(String... expected) {
      await().atMost(SOON).untilAsserted(() -> assertThat(lost).containsExactly(expected));
    }

    @Override
    public void close() {
      claims.close();
      connection.close();
    }
  }
}
