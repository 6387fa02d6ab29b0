package bub.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientState;
import bub.cluster.interest.NodeId;
import bub.cluster.lease.Acquisition;
import bub.cluster.lease.Leases;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.NatsBucket;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsCredentials;
import bub.cluster.nats.NatsSettings;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.testkit.NatsServers;
import bub.testkit.Product;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The accounts of ops/cluster/nats.conf are enough for a node, and too little for anybody else. */
class DocumentedPermissionsTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** Another account, and a user who shares the account of the nodes but has a list of his own. */
  private static final String OTHERS =
      """
      APPS {
        jetstream: enabled
        users: [{ user: app, password: app-secret }]
      }
      """;

  private static final String GUEST =
      """
      { user: guest, password: guest-secret, permissions {
          publish: ["guest.>"], subscribe: ["guest.>", "_INBOX_GUEST.>"] } }
      """;

  @TempDir Path directory;
  private final ListAppender<ILoggingEvent> warnings = new ListAppender<>();
  private NatsServers nats;

  @BeforeEach
  void startNats() throws Exception {
    warnings.start();
    ((Logger) LoggerFactory.getLogger("bub.cluster.nats")).addAppender(warnings);
    nats = NatsServers.one(accounts());
  }

  @AfterEach
  void stopNats() {
    nats.close();
    ((Logger) LoggerFactory.getLogger("bub.cluster.nats")).detachAppender(warnings);
  }

  private static String accounts() throws IOException {
    String file = Files.readString(Product.root().resolve("ops/cluster/nats.conf"));
    String accounts = file.substring(file.indexOf("accounts {"), file.indexOf("cluster {"));
    return accounts
        .replace("accounts {", "accounts {\n" + OTHERS)
        .replaceFirst("users: \\[\n", "users: [\n" + GUEST)
        .replace("@PASSWORD@", "node-secret")
        .replace("@ADMIN_PASSWORD@", "admin-secret")
        .replace("\"bub.bub.>\"", "\"bub.test.>\"");
  }

  private NatsSettings as(String user) throws IOException {
    Path file = Files.writeString(directory.resolve(user), user + ":" + user + "-secret\n");
    return NatsSettings.of(nats.urls(), "test").with(new NatsCredentials.UserFile(file));
  }

  private NatsConnection connected(String user) throws Exception {
    var connection = new NatsConnection(as(user), user);
    connection.start();
    assertThat(connection.awaitConnected(LONG)).isTrue();
    return connection;
  }

  @Test
  void aNodeCanDoAllThatItNeeds() throws Exception {
    try (TestNode one = TestNode.start("n1", as("node"));
        TestNode two = TestNode.start("n2", as("node"))) {
      one.sees("n2");
      BusClient worker = one.peer("agent:worker", _ -> Ack.ok("old"));
      BusClient boss = two.client("agent:boss").connect();
      assertThat(boss.send(worker.clientId(), RawJson.EMPTY_OBJECT).acks()).allMatch(Ack::success);

      two.peer("agent:worker", _ -> Ack.ok("new"));
      await().atMost(LONG).until(() -> worker.state() instanceof ClientState.Stopped);

      var leases = new NatsBucket(one.nats(), "bub_test_lease");
      try (var own = new Leases(leases, new NodeId("n1", 7), new IgnoredLosses())) {
        own.start();
        await().atMost(LONG).until(() -> own.acquire("chat") instanceof Acquisition.Held);
        own.release("chat");
      }
      var state = new NatsBucket(two.nats(), "bub_test_state");
      long revision = state.create("token", new byte[] {1});
      assertThat(state.delete("token", revision)).isTrue();
      state.forgetDeletions(Instant.now().plusSeconds(60));
      assertThat(state.create("token", new byte[] {2})).isPositive();
    }
    assertThat(warnings.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .noneMatch(text -> text.contains("permission"));
  }

  private static final class IgnoredLosses implements Leases.Listener {
    @Override
    public void lost(String name) {}

    @Override
    public void died(NodeId node) {}
  }

  @Test
  void nobodyElseCanSpeakToNodesOrHearThemOrUseTheirBuckets() throws Exception {
    try (TestNode node = TestNode.start("n1", as("node"));
        NatsConnection witness = connected("node")) {
      node.peer("agent:worker", _ -> Ack.ok(""));
      for (String user : new String[] {"app", "guest"}) {
        try (NatsConnection other = connected(user)) {
          cannotSpeakToNodes(other, witness);
          cannotHearNodes(other, witness);
          var bucket = new NatsBucket(other, "bub_test_identity");
          if (user.equals("guest")) {
            assertThatThrownBy(() -> bucket.get("a")).isInstanceOf(ClusterUnavailable.class);
          } else {
            // A bucket of its own account, which has the same name and nothing else.
            assertThat(bucket.get("YWdlbnQ6d29ya2Vy")).isNull();
            assertThat(bucket.create("YWdlbnQ6d29ya2Vy", new byte[] {1})).isPositive();
          }
        }
      }
      // The owner is still the one that the node wrote.
      var entry = new NatsBucket(witness, "bub_test_identity").get("YWdlbnQ6d29ya2Vy");
      assertThat(entry == null ? new byte[0] : entry.value()).hasSizeGreaterThan(1);
    }
  }

  private static void cannotSpeakToNodes(NatsConnection other, NatsConnection witness)
      throws Exception {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    try (var _ =
        witness.subscribe("bub.test.forgery", (_, data) -> heard.add(new String(data, UTF_8)))) {
      assertThat(witness.flush(LONG)).isTrue();
      assertThat(other.publish("bub.test.forgery", "forged".getBytes(UTF_8))).isTrue();
      assertThat(other.flush(LONG)).isTrue();
      assertThat(witness.publish("bub.test.forgery", "genuine".getBytes(UTF_8))).isTrue();
      await().atMost(LONG).until(() -> !heard.isEmpty());
      assertThat(heard).containsExactly("genuine");
    }
  }

  private static void cannotHearNodes(NatsConnection other, NatsConnection witness)
      throws Exception {
    Queue<String> overheard = new ConcurrentLinkedQueue<>();
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    try (var _ = other.subscribe(">", (subject, _) -> overheard.add(subject));
        var _ = other.subscribe("bub.test.>", (subject, _) -> overheard.add(subject));
        var _ = other.subscribe("$KV.>", (subject, _) -> overheard.add(subject));
        var _ = other.subscribe("_INBOX.>", (subject, _) -> overheard.add(subject))) {
      assertThat(other.flush(LONG)).isTrue();
      try (var _ = witness.subscribe("bub.test.>", (subject, _) -> heard.add(subject))) {
        assertThat(witness.flush(LONG)).isTrue();
        var state = new NatsBucket(witness, "bub_test_state");
        assertThat(state.get("a")).isNull();
        await().atMost(LONG).until(() -> heard.size() >= 3);
      }
      assertThat(other.flush(LONG)).isTrue();
      assertThat(overheard).noneMatch(subject -> subject.matches("(bub|\\$KV|_INBOX)\\..*"));
    }
  }
}
