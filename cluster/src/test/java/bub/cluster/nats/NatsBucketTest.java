package bub.cluster.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.cluster.nats.KeyValueBucket.Change;
import bub.testkit.NatsServer;
import bub.testkit.NatsServers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Promises of a bucket, checked with real servers. */
class NatsBucketTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration LATER = Duration.ofSeconds(30);

  @Test
  void writesWithAnExpectedRevisionWinOnlyIfNobodyWasFaster() throws Exception {
    try (var servers = NatsServers.one();
        var connection = connected(servers)) {
      var bucket = new NatsBucket(connection, "bub_test_state");
      assertThat(bucket.get("a")).isNull();
      long first = bucket.create("a", bytes("1"));
      assertThat(first).isPositive();
      assertThat(bucket.create("a", bytes("2"))).isEqualTo(-1);
      long second = bucket.update("a", bytes("3"), first);
      assertThat(second).isGreaterThan(first);
      assertThat(bucket.update("a", bytes("4"), first)).isEqualTo(-1);
      assertThat(bucket.delete("a", first)).isFalse();
      assertThat(text(requireNonNull(bucket.get("a")).value())).isEqualTo("3");
      assertThat(bucket.delete("a", second)).isTrue();
      assertThat(bucket.get("a")).isNull();
      assertThat(bucket.delete("a", second)).isFalse();
      assertThat(bucket.create("a", bytes("5"))).isGreaterThan(second);
    }
  }

  @Test
  void forgottenDeletionsLeaveKeysThatExistAgain() throws Exception {
    try (var servers = NatsServers.one();
        var connection = connected(servers)) {
      var bucket = new NatsBucket(connection, "bub_test_state");
      bucket.delete("gone", bucket.create("gone", bytes("1")));
      bucket.delete("back", bucket.create("back", bytes("1")));
      bucket.create("back", bytes("2"));
      bucket.forgetDeletions(Instant.now().plusSeconds(60));
      assertThat(text(requireNonNull(bucket.get("back")).value())).isEqualTo("2");
      assertThat(servers.get(0).monitor("/jsz?streams=1")).contains("\"messages\": 1");
    }
  }

  @Test
  void aWatchMissesNothingOverAnOutage() throws Exception {
    try (var servers = NatsServers.one();
        var writer = connected(servers);
        var reader = connected(servers)) {
      var written = new NatsBucket(writer, "bub_test_state");
      long kept = written.create("n.kept", bytes("1"));
      long changed = written.create("n.changed", bytes("1"));
      long deleted = written.create("n.deleted", bytes("1"));
      long forgotten = written.create("n.forgotten", bytes("1"));
      written.create("other", bytes("1"));
      List<String> seen = new CopyOnWriteArrayList<>();
      var watch =
          new NatsBucket(reader, "bub_test_state")
              .watch("n.", change -> seen.add(describe(change)), () -> seen.add("ready"));
      await()
          .untilAsserted(
              () ->
                  assertThat(seen)
                      .containsExactly(
                          "n.kept=1", "n.changed=1", "n.deleted=1", "n.forgotten=1", "ready"));
      seen.clear();

      // Only the reader is cut off, and the bucket changes meanwhile.
      requireNonNull(reader.session()).connection().close();
      assertThat(written.update("n.changed", bytes("2"), changed)).isPositive();
      assertThat(written.delete("n.deleted", deleted)).isTrue();
      assertThat(written.delete("n.forgotten", forgotten)).isTrue();
      written.create("n.new", bytes("1"));
      await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(seen)
                      .containsExactlyInAnyOrder(
                          "n.changed=2", "-n.deleted", "-n.forgotten", "n.new=1"));
      seen.clear();
      written.update("n.kept", bytes("3"), kept);
      await().untilAsserted(() -> assertThat(seen).containsExactly("n.kept=3"));
      watch.close();
    }
  }

  @Test
  void aWatchReportsKeysWhoseDeletionNatsHasForgotten() throws Exception {
    try (var servers = NatsServers.one();
        var writer = connected(servers);
        var reader = new NatsConnection(settings(servers), "reader")) {
      var written = new NatsBucket(writer, "bub_test_state");
      long revision = written.create("n", bytes("1"));
      List<String> seen = new CopyOnWriteArrayList<>();
      // Starts without a connection.
      var watch =
          new NatsBucket(reader, "bub_test_state")
              .watch("", change -> seen.add(describe(change)), () -> seen.add("ready"));
      reader.start();
      await().untilAsserted(() -> assertThat(seen).containsExactly("n=1", "ready"));
      servers.get(0).kill();
      await().until(() -> !reader.isConnected() && !writer.isConnected());
      servers.get(0).start();
      assertThat(writer.awaitConnected(SOON)).isTrue();
      assertThat(written.delete("n", revision)).isTrue();
      written.forgetDeletions(Instant.now().plusSeconds(60));
      await().atMost(SOON).untilAsserted(() -> assertThat(seen).contains("-n"));
      watch.close();
    }
  }

  @Test
  void compareAndSetHasOneWinnerAmongThreeServersAndSurvivesTheLossOfTheLeader() throws Exception {
    try (var servers = NatsServers.three()) {
      List<NatsConnection> connections = new ArrayList<>();
      List<NatsBucket> buckets = new ArrayList<>();
      for (NatsServer server : servers.all()) {
        var connection = new NatsConnection(NatsSettings.of(server.url(), "test"), server.name());
        connection.start();
        assertThat(connection.awaitConnected(SOON)).isTrue();
        connections.add(connection);
        buckets.add(new NatsBucket(connection, "bub_test_state"));
      }
      try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
        long revision = buckets.getFirst().create("key", bytes("0"));
        for (int round = 0; round < 100; round++) {
          long expected = revision;
          List<Future<Long>> outcomes =
              buckets.stream()
                  .map(one -> workers.submit(() -> one.update("key", bytes("x"), expected)))
                  .toList();
          var winners = new ArrayList<Long>();
          for (Future<Long> outcome : outcomes) {
            if (outcome.get() > 0) {
              winners.add(outcome.get());
            }
          }
          assertThat(winners).as("round %d", round).hasSize(1);
          revision = winners.getFirst();
        }

        NatsServer leader = servers.leaderOf("KV_bub_test_state");
        int other = leader == servers.get(0) ? 1 : 0;
        var changes = new AtomicInteger();
        var watch = buckets.get(other).watch("", _ -> changes.incrementAndGet(), () -> {});
        await().until(() -> changes.get() > 0);
        leader.kill();
        long last = revision;
        await()
            .atMost(LATER)
            .ignoreExceptionsInstanceOf(ClusterUnavailable.class)
            .until(() -> buckets.get(other).update("key", bytes("after"), last) > last);
        // The watch's consumer may have died with the leader.
        await().atMost(LATER).until(() -> changes.get() > 1);
        watch.close();

        servers.all().stream()
            .filter(one -> one != leader && one != servers.get(other))
            .forEach(NatsBucketTest::kill);
        assertThatThrownBy(() -> buckets.get(other).create("new", bytes("1")))
            .isInstanceOf(ClusterUnavailable.class);
      } finally {
        connections.forEach(NatsConnection::close);
      }
    }
  }

  private static void kill(NatsServer server) {
    try {
      server.kill();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private static String describe(Change change) {
    return switch (change) {
      case Change.Put(var entry) -> entry.key() + "=" + text(entry.value());
      case Change.Deleted deleted -> "-" + deleted.key();
    };
  }

  private static NatsConnection connected(NatsServers servers) throws InterruptedException {
    var connection = new NatsConnection(settings(servers), "a");
    connection.start();
    assertThat(connection.awaitConnected(SOON)).isTrue();
    return connection;
  }

  private static NatsSettings settings(NatsServers servers) {
    return NatsSettings.of(servers.urls(), "test");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }
}
