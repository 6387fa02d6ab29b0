package bub.cluster.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.testkit.FakeNatsServer;
import bub.testkit.NatsServer;
import bub.testkit.NatsServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Promises of the connection to NATS, checked with real servers. */
class NatsConnectionTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path directory;

  @Test
  void messagesReachTheOtherNodesInOrder() throws Exception {
    try (var servers = NatsServers.one();
        var a = connected(servers, "a");
        var b = connected(servers, "b")) {
      BlockingQueue<String> received = new LinkedBlockingQueue<>();
      b.subscribe("bub.test.>", (subject, data) -> received.add(subject + " " + text(data)));
      assertThat(b.flush(SOON)).isTrue();

      assertThat(a.publish("bub.test.x", bytes("1"))).isTrue();
      assertThat(a.publish("bub.test.y", bytes("2"))).isTrue();

      assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo("bub.test.x 1");
      assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo("bub.test.y 2");
      assertThat(a.maxPayload()).isEqualTo(1 << 20);
      assertThat(a.publish("bub.test.x", new byte[(1 << 20) + 1])).isFalse();
    }
  }

  @Test
  void aNodeThatStartsBeforeNatsConnectsLaterAndSubscriptionsLast() throws Exception {
    try (var servers = NatsServers.one()) {
      NatsServer server = servers.get(0);
      server.kill();
      try (var connection = new NatsConnection(settings(servers), "a")) {
        var events = new CopyOnWriteArrayList<String>();
        connection.listen(recordIn(events));
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        connection.subscribe("bub.test.x", (_, data) -> received.add(text(data)));
        connection.start();
        await().until(() -> connection.state().lastProblem() != null);
        assertThat(connection.publish("bub.test.x", bytes("lost"))).isFalse();
        assertThat(connection.state().connected()).isFalse();

        server.start();
        assertThat(connection.awaitConnected(SOON)).isTrue();
        assertThat(connection.publish("bub.test.x", bytes("first"))).isTrue();
        assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo("first");

        server.kill();
        await().until(() -> !connection.isConnected());
        assertThat(connection.publish("bub.test.x", bytes("lost"))).isFalse();
        server.start();
        await().atMost(SOON).until(() -> connection.publish("bub.test.x", bytes("second")));
        assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo("second");
        assertThat(connection.state().connects()).isEqualTo(2);
        assertThat(events).containsExactly("connected", "disconnected", "connected");
      }
    }
  }

  @Test
  void aServerThatStopsReadingNeitherBlocksTheSenderNorFillsTheMemoryNorGetsOldMessagesLater()
      throws Exception {
    long limit = 1 << 20;
    try (var servers = NatsServers.one();
        var listener = connected(servers, "listener");
        var connection =
            new NatsConnection(
                settings(servers), "a", limit, new Random(1), InstantSource.system())) {
      connection.start();
      assertThat(connection.awaitConnected(SOON)).isTrue();
      servers.get(0).pause();
      byte[] message = new byte[64 * 1024];
      // The kernel takes some megabytes before the buffer of the sender begins to fill.
      int accepted = 0;
      while (connection.publish("bub.test.x", message)) {
        accepted++;
        assertThat(accepted).isLessThan(1000);
      }
      assertThat(accepted).isPositive();
      await().atMost(SOON).until(() -> !connection.isConnected());

      servers.get(0).kill();
      BlockingQueue<Integer> received = new LinkedBlockingQueue<>();
      listener.subscribe("bub.test.x", (_, data) -> received.add(data.length));
      servers.get(0).start();
      assertThat(listener.awaitConnected(SOON)).isTrue();
      await().atMost(SOON).until(() -> connection.publish("bub.test.x", bytes("new")));
      assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo(3);
      assertThat(received).isEmpty();
    }
  }

  @Test
  void aPausedServerIsLeftForAnother() throws Exception {
    try (var servers = NatsServers.three();
        var connection = connected(servers, "a")) {
      String first = requireNonNull(connection.state().server());
      NatsServer paused =
          servers.all().stream()
              .filter(one -> first.endsWith(":" + one.port()))
              .findFirst()
              .orElseThrow();
      paused.pause();
      await()
          .atMost(SOON)
          .until(
              () ->
                  connection.isConnected()
                      && !first.equals(connection.state().server())
                      && connection.publish("bub.test.x", bytes("x")));
      paused.resume();
    }
  }

  @Test
  void aTokenFileIsReadForEveryConnection() throws Exception {
    Path file = Files.writeString(directory.resolve("token"), "wrong-secret\n");
    try (var servers = NatsServers.one("authorization { token: right-secret }");
        var connection =
            new NatsConnection(settings(servers).with(new NatsCredentials.TokenFile(file)), "a")) {
      connection.start();
      await().until(() -> connection.state().lastProblem() instanceof NatsProblem.NotAuthorized);
      assertThat(connection.state().toString() + connection.settings())
          .doesNotContain("wrong-secret");

      Files.writeString(file, "right-secret\n");
      assertThat(connection.awaitConnected(SOON)).isTrue();
    }
  }

  @Test
  void aMissingFileIsNamed() throws Exception {
    Path file = directory.resolve("absent");
    try (var connection =
        new NatsConnection(
            NatsSettings.of("127.0.0.1:1", "test").with(new NatsCredentials.CredsFile(file)),
            "a")) {
      connection.start();
      await().until(() -> connection.state().lastProblem() instanceof NatsProblem.BadFile);
      assertThat(requireNonNull(connection.state().lastProblem()).text()).contains(file.toString());
    }
  }

  @Test
  void aServerWithoutJetStreamIsRefused() throws Exception {
    try (var server = new FakeNatsServer("2.10.27", false);
        var connection = new NatsConnection(NatsSettings.of(server.url(), "test"), "a")) {
      connection.start();
      await().until(() -> connection.state().lastProblem() instanceof NatsProblem.NoJetStream);
      assertThat(connection.isConnected()).isFalse();
    }
  }

  @Test
  void anOldServerIsRefusedAlsoOnAReconnect() throws Exception {
    try (var server = new FakeNatsServer("2.10.27", true);
        var connection = new NatsConnection(NatsSettings.of(server.url(), "test"), "a")) {
      connection.start();
      assertThat(connection.awaitConnected(SOON)).isTrue();

      server.become("2.10.26");
      await().until(() -> connection.state().lastProblem() instanceof NatsProblem.TooOld);
      assertThat(connection.isConnected()).isFalse();
      assertThat(connection.publish("bub.test.x", bytes("x"))).isFalse();
      assertThat(requireNonNull(connection.state().lastProblem()).text())
          .contains("2.10.26", "2.10.27");

      server.become("2.11.0-RC.1");
      assertThat(connection.awaitConnected(SOON)).isTrue();
    }
  }

  private static NatsConnection.Listener recordIn(List<String> events) {
    return new NatsConnection.Listener() {
      @Override
      public void connected() {
        events.add("connected");
      }

      @Override
      public void disconnected() {
        events.add("disconnected");
      }
    };
  }

  private static NatsConnection connected(NatsServers servers, String name)
      throws InterruptedException {
    var connection = new NatsConnection(settings(servers), name);
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
