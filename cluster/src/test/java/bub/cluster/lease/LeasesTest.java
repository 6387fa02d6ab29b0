package bub.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.cluster.interest.NodeId;
import bub.cluster.lease.Acquisition.Held;
import bub.cluster.lease.Acquisition.HeldBy;
import bub.cluster.lease.Acquisition.Unavailable;
import bub.cluster.nats.NatsBucket;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsSettings;
import bub.testkit.NatsServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises of leases, with real servers and a controlled clock per node. */
class LeasesTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration DURATION = Duration.ofSeconds(10);

  private NatsServers servers;
  private final List<Node> nodes = new ArrayList<>();

  @BeforeEach
  void startNats() throws Exception {
    servers = NatsServers.one();
  }

  @AfterEach
  void stop() {
    nodes.forEach(Node::close);
    servers.close();
  }

  @Test
  void oneNodeHoldsALeaseAndOthersLearnWhoItIs() throws Exception {
    Node a = node("a");
    Node b = node("b");
    long token = held(a.leases.acquire("chat"));
    assertThat(held(a.leases.acquire("chat"))).isEqualTo(token);
    assertThat(b.leases.acquire("chat")).isEqualTo(new HeldBy(a.id));
    await().until(() -> a.id.equals(b.leases.holder("chat")));
    assertThat(b.leases.leasesOf(a.id)).containsExactly("chat");
    assertThat(b.leases.token("chat")).isEmpty();

    a.leases.release("chat");
    assertThat(a.leases.token("chat")).isEmpty();
    assertThat(held(b.leases.acquire("chat"))).isGreaterThan(token);
    assertThat(a.events).isEmpty();
  }

  @Test
  void ofManyCandidatesOneWins() throws Exception {
    for (int i = 0; i < 5; i++) {
      node("n" + i);
    }
    for (int round = 0; round < 20; round++) {
      String name = "chat " + round;
      try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<Acquisition>> results =
            nodes.stream().map(node -> workers.submit(() -> node.leases.acquire(name))).toList();
        int winners = 0;
        for (Future<Acquisition> result : results) {
          winners += result.get() instanceof Held ? 1 : 0;
        }
        assertThat(winners).isEqualTo(1);
      }
    }
  }

  @Test
  void aSilentNodeGivesUpItsLeasesBeforeOthersMayTakeThem() throws Exception {
    Node a = node("a");
    Node b = node("b");
    long token = held(a.leases.acquire("chat"));
    await().until(() -> a.id.equals(b.leases.holder("chat")));

    a.advance(DURATION.multipliedBy(3).dividedBy(4));
    b.advance(DURATION.minusMillis(1));
    b.leases.beat();
    assertThat(b.leases.acquire("chat")).isEqualTo(new HeldBy(a.id));
    assertThat(a.leases.token("chat")).isEmpty();
    a.leases.dropExpired();
    assertThat(a.events).containsExactly("lost chat");

    b.advance(Duration.ofMillis(1));
    b.leases.beat();
    b.awaitEvents("died a");
    assertThat(held(b.leases.acquire("chat"))).isGreaterThan(token);
    // The old holder comes back, and does not get it again.
    a.leases.beat();
    assertThat(a.leases.token("chat")).isEmpty();
    assertThat(a.leases.acquire("chat")).isEqualTo(new HeldBy(b.id));
  }

  @Test
  void aNodeThatRenewsKeepsItsLeases() throws Exception {
    Node a = node("a");
    Node b = node("b");
    long token = held(a.leases.acquire("chat"));
    for (int i = 0; i < 10; i++) {
      a.advance(DURATION.dividedBy(2));
      a.leases.beat();
      a.leases.dropExpired();
    }
    // To node b, node a looks silent until the last renewal arrives, which may be too late for the
    // decision of node b. The compare-and-set then fails.
    b.advance(DURATION.multipliedBy(5));
    a.leases.beat();
    b.leases.beat();
    assertThat(b.leases.acquire("chat")).isEqualTo(new HeldBy(a.id));
    assertThat(a.leases.token("chat")).hasValue(token);
    assertThat(a.events).doesNotContain("lost chat");
  }

  @Test
  void aNodeThatWasDeclaredDeadLosesItsLeasesEvenIfItsOwnClockIsSlow() throws Exception {
    Node a = node("a");
    Node b = node("b");
    held(a.leases.acquire("chat"));
    await().until(() -> a.id.equals(b.leases.holder("chat")));
    b.advance(DURATION);
    b.leases.beat();
    long token = held(b.leases.acquire("chat"));
    a.awaitEvents("lost chat");
    a.leases.beat();
    assertThat(a.leases.acquire("chat")).isEqualTo(new HeldBy(b.id));
    assertThat(b.leases.token("chat")).hasValue(token);
  }

  @Test
  void aNodeThatStopsGivesItsLeasesBackAtOnce() throws Exception {
    Node a = node("a");
    Node b = node("b");
    held(a.leases.acquire("chat"));
    await().until(() -> a.id.equals(b.leases.holder("chat")));
    a.leases.close();
    b.awaitEvents("died a");
    held(b.leases.acquire("chat"));
    assertThat(a.events).isEmpty();
  }

  @Test
  void theNextRunOfANodeTakesLeasesOfTheLastOneOnlyWhenItIsDead() throws Exception {
    Node before = node("a");
    held(before.leases.acquire("chat"));
    Node after = new Node(servers, "a", 2);
    nodes.add(after);
    assertThat(after.leases.acquire("chat")).isEqualTo(new HeldBy(before.id));
    await().until(() -> before.id.equals(after.leases.holder("chat")));
    after.advance(DURATION);
    after.leases.beat();
    held(after.leases.acquire("chat"));
  }

  @Test
  void withoutNatsALeaseIsUnavailableAndLostInTime() throws Exception {
    Node a = node("a");
    held(a.leases.acquire("chat"));
    servers.get(0).kill();
    assertThat(a.leases.acquire("other")).isInstanceOf(Unavailable.class);
    assertThat(a.leases.token("chat")).isPresent();
    a.advance(DURATION);
    assertThat(a.leases.token("chat")).isEmpty();
    a.leases.dropExpired();
    assertThat(a.events).containsExactly("lost chat");

    servers.get(0).start();
    assertThat(a.connection.awaitConnected(SOON)).isTrue();
    await()
        .atMost(SOON)
        .until(
            () -> {
              a.leases.beat();
              return a.leases.acquire("chat") instanceof Held;
            });
    // An attempt whose outcome was unknown leaves nothing behind.
    Node b = node("b");
    held(b.leases.acquire("other"));
  }

  private static long held(Acquisition acquisition) {
    return switch (acquisition) {
      case Held(long token) -> token;
      case HeldBy other -> throw new AssertionError(other);
      case Unavailable unavailable -> throw new AssertionError(unavailable);
    };
  }

  private Node node(String name) throws Exception {
    var node = new Node(servers, name, 1);
    nodes.add(node);
    return node;
  }

  /** The leases of one node, whose clock moves only by hand. */
  private static final class Node implements Leases.Listener, AutoCloseable {
    final NodeId id;
    final AtomicLong clock = new AtomicLong();
    final NatsConnection connection;
    final Leases leases;
    final List<String> events = new CopyOnWriteArrayList<>();

    Node(NatsServers servers, String name, long epoch) throws Exception {
      id = new NodeId(name, epoch);
      connection = new NatsConnection(NatsSettings.of(servers.urls(), "test"), name);
      connection.start();
      assertThat(connection.awaitConnected(SOON)).isTrue();
      leases =
          new Leases(new NatsBucket(connection, "bub_test_lease"), id, this, DURATION, clock::get);
      leases.startWatching();
      leases.beat();
    }

    void advance(Duration time) {
      clock.addAndGet(time.toNanos());
    }

    void awaitEvents(String... expected) {
      await().atMost(SOON).untilAsserted(() -> assertThat(events).containsExactly(expected));
    }

    @Override
    public void lost(String name) {
      events.add("lost " + name);
    }

    @Override
    public void died(NodeId node) {
      events.add("died " + node.name());
    }

    @Override
    public void close() {
      leases.close();
      connection.close();
    }
  }
}
