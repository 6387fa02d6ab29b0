package bub.cluster.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.testkit.NatsServers;
import bub.testkit.TestAuthority;
import bub.testkit.TestCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounts, permissions and certificates of real servers. */
class NatsSecurityTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String ACCOUNTS =
      """
      accounts {
        BUB {
          jetstream: enabled
          users: [
            { user: node, password: node-secret, permissions: {
                publish: ["bub.test.>", "$KV.>", "$JS.API.>", "$JS.FC.>", "_INBOX.>"]
                subscribe: ["bub.test.>", "_INBOX.>"] } }
            { user: guest, password: guest-secret, permissions: {
                publish: ["guest.>"], subscribe: ["guest.>", "_INBOX.>"] } }
          ]
        }
      }
      """;

  @TempDir Path directory;

  @Test
  void onlyTheUserOfTheNodesCanTalkToNodesAndUseBuckets() throws Exception {
    try (var servers = NatsServers.one(ACCOUNTS);
        var node = connection(servers, "node");
        var guest = connection(servers, "guest")) {
      BlockingQueue<String> received = new LinkedBlockingQueue<>();
      node.subscribe("bub.test.>", (_, data) -> received.add(new String(data, UTF_8)));
      assertThat(node.flush(SOON)).isTrue();
      guest.publish("bub.test.all.interest", "forged".getBytes(UTF_8));
      assertThat(guest.flush(SOON)).isTrue();
      node.publish("bub.test.all.interest", "genuine".getBytes(UTF_8));
      assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo("genuine");
      assertThat(guest.state().lastProblem()).isNull();

      var bucket = new NatsBucket(node, "bub_test_state");
      assertThat(bucket.create("a", new byte[] {1})).isPositive();
      BlockingQueue<String> keys = new LinkedBlockingQueue<>();
      try (var _ = bucket.watch("", change -> keys.add(change.key()), () -> keys.add("ready"))) {
        assertThat(keys.poll(10, TimeUnit.SECONDS)).isEqualTo("a");
        assertThat(keys.poll(10, TimeUnit.SECONDS)).isEqualTo("ready");
      }
    }
  }

  @Test
  void aNodeTalksOnlyToAServerWithTheRightCertificate() throws Exception {
    var authority = new TestAuthority("ca");
    Path ca =
        Files.writeString(
            directory.resolve("ca.pem"), TestCertificate.pem(authority.certificate()));
    TestCertificate server = authority.issue("nats", "127.0.0.1");
    String tls =
        "tls { cert_file: \"%s\", key_file: \"%s\", ca_file: \"%s\", verify: true }"
            .formatted(
                server.writeCertificate(directory.resolve("server.pem")),
                server.writeKey(directory.resolve("server-key.pem")),
                ca);
    TestCertificate own = authority.issue("node", "node");
    var files =
        new NatsTls(
            ca,
            own.writeCertificate(directory.resolve("node.pem")),
            own.writeKey(directory.resolve("node-key.pem")));
    Path otherCa =
        Files.writeString(
            directory.resolve("other.pem"),
            TestCertificate.pem(new TestAuthority("other").certificate()));
    try (var servers = NatsServers.one(tls)) {
      String url = "tls://127.0.0.1:" + servers.get(0).port();
      try (var good = new NatsConnection(NatsSettings.of(url, "test").with(files), "a")) {
        good.start();
        assertThat(good.awaitConnected(SOON)).isTrue();
      }
      String otherName = url.replace("127.0.0.1", "localhost");
      refused(NatsSettings.of(otherName, "test").with(files));
      refused(
          NatsSettings.of(url, "test")
              .with(new NatsTls(otherCa, files.certificate(), files.key())));
      refused(NatsSettings.of(url, "test").with(new NatsTls(ca, null, null)));
      refused(NatsSettings.of(servers.urls(), "test"));
    }
  }

  private static void refused(NatsSettings settings) {
    try (var connection = new NatsConnection(settings, "a")) {
      connection.start();
      await().atMost(SOON).until(() -> connection.state().lastProblem() != null);
      assertThat(connection.isConnected()).isFalse();
      assertThat(requireNonNull(connection.state().lastProblem()))
          .isInstanceOf(NatsProblem.Unreachable.class);
    }
  }

  private NatsConnection connection(NatsServers servers, String user) throws Exception {
    Path file = Files.writeString(directory.resolve(user), user + ":" + user + "-secret\n");
    var connection =
        new NatsConnection(
            NatsSettings.of(servers.urls(), "test").with(new NatsCredentials.UserFile(file)), user);
    connection.start();
    assertThat(connection.awaitConnected(SOON)).isTrue();
    return connection;
  }
}
