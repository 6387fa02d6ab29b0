package bub.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.cluster.ChatLeases;
import bub.protocol.cluster.ClusterOrder;
import bub.protocol.cluster.LeaseAnswer;
import bub.protocol.cluster.ServedChats;
import bub.testkit.NatsServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A chat belongs to one node, whichever node its requests arrive at. */
class ChatOwnershipTest {
  private static final Address SPAWN = new Address("system:spawn");
  private static final Address ROUTE = new Address("system:route");
  private static final Duration LONG = Duration.ofSeconds(30);

  private NatsServers nats;
  private TestNode one;
  private TestNode two;
  private SystemPeer systemOne;
  private SystemPeer systemTwo;

  /** A stand-in for the system agent of one node, which says where it is. */
  private static final class SystemPeer {
    private final String node;
    private final BusClient client;
    private final AtomicInteger spawned = new AtomicInteger();
    private volatile boolean refuses;

    SystemPeer(TestNode place, String node) throws Exception {
      this.node = node;
      this.client = place.peer("agent:system", envelope -> answer(envelope.to()));
      client.subscribe(SPAWN.value());
      client.subscribe(ROUTE.value());
    }

    private Ack answer(Address to) {
      if (refuses) {
        return Ack.failed("no");
      }
      if (to.equals(SPAWN)) {
        spawned.incrementAndGet();
      }
      JsonValue list =
          out -> {
            out.beginObject().field("total", 1).name("sessions").beginArray();
            out.beginObject().field("node", node).endObject().endArray().endObject();
          };
      return Ack.ok(node, list);
    }

    ServedChats serve(boolean takesOver) throws Exception {
      List<Ack> acks =
          client.send(ClusterOrder.ADDRESS, new ClusterOrder.ServeChats(takesOver)).acks();
      return ServedChats.read(acks.getFirst().payload());
    }

    LeaseAnswer acquire(String name) throws Exception {
      List<Ack> acks =
          client.send(ClusterOrder.ADDRESS, new ClusterOrder.AcquireLease(name)).acks();
      return LeaseAnswer.read(acks.getFirst().payload());
    }
  }

  @BeforeEach
  void start() throws Exception {
    nats = NatsServers.one();
    one = TestNode.start("n1", nats.urls());
    two = TestNode.start("n2", nats.urls());
    one.sees("n2");
    two.sees("n1");
    systemOne = new SystemPeer(one, "n1");
    systemTwo = new SystemPeer(two, "n2");
    await().atMost(LONG).until(() -> systemOne.serve(false).validForMillis() > 0);
    await().atMost(LONG).until(() -> systemTwo.serve(false).validForMillis() > 0);
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    nats.close();
  }

  private static RawJson request(String type, String chat) {
    return RawJson.trusted(
        "{\"type\":\"%s\",\"content\":{\"channel\":\"terminal\",\"chat_id\":\"%s\"}}"
            .formatted(type, chat)
            .getBytes(UTF_8));
  }

  private static Ack only(BusClient from, Address to, String type, String chat) throws Exception {
    List<Ack> acks = from.send(to, request(type, chat)).acks();
    assertThat(acks).hasSize(1);
    return acks.getFirst();
  }

  @Test
  void twoNodesThatAreAskedAtOnceSpawnOneAgent() throws Exception {
    BusClient here = one.client("cli:a").connect();
    BusClient there = two.client("cli:b").connect();
    for (int i = 0; i < 20; i++) {
      String chat = "c" + i;
      var start = new CountDownLatch(1);
      var answers = new ArrayList<CompletableFuture<Ack>>();
      for (BusClient client : List.of(here, there)) {
        var answer = new CompletableFuture<Ack>();
        answers.add(answer);
        Thread.startVirtualThread(
            () -> {
              try {
                start.await();
                answer.complete(only(client, SPAWN, "spawn_request", chat));
              } catch (Exception failed) {
                answer.completeExceptionally(failed);
              }
            });
      }
      start.countDown();
      Ack first = answers.getFirst().join();
      Ack second = answers.getLast().join();
      assertThat(first.success()).as(first.message()).isTrue();
      assertThat(second.message()).isEqualTo(first.message());
      assertThat(only(here, ROUTE, "route_query", chat).message()).isEqualTo(first.message());
      assertThat(only(there, ROUTE, "route_query", chat).message()).isEqualTo(first.message());
    }
    assertThat(systemOne.spawned.get() + systemTwo.spawned.get()).isEqualTo(40);
  }

  @Test
  void aRequestThatTheSystemAgentRefusesLeavesTheChatFree() throws Exception {
    systemOne.refuses = true;
    BusClient here = one.client("cli:a").connect();
    BusClient there = two.client("cli:b").connect();

    assertThat(only(here, SPAWN, "spawn_request", "x").success()).isFalse();

    await()
        .untilAsserted(
            () -> assertThat(only(there, SPAWN, "spawn_request", "x").message()).isEqualTo("n2"));
  }

  @Test
  void aBusWithoutASystemAgentPassesTheRequestOn() throws Exception {
    systemOne.client.close();
    BusClient here = one.client("cli:a").connect();
    var chats = new AtomicInteger();

    await()
        .untilAsserted(
            () -> {
              String chat = "x" + chats.incrementAndGet();
              assertThat(only(here, SPAWN, "spawn_request", chat).message()).isEqualTo("n2");
            });
  }

  @Test
  void theListOfSessionsHasThoseOfAllNodes() throws Exception {
    BusClient here = one.client("cli:a").connect();

    List<Ack> acks =
        here.send(ROUTE, RawJson.trusted("{\"type\":\"sessions_list\"}".getBytes(UTF_8))).acks();

    assertThat(acks).hasSize(1);
    assertThat(acks.getFirst().payload().toString())
        .contains("\"total\":2", "{\"node\":\"n1\"}", "{\"node\":\"n2\"}");
  }

  @Test
  void onlyPartsOfBubGiveOrdersToTheNode() throws Exception {
    BusClient stranger = one.client("agent:stranger").connect();

    Ack ack =
        stranger
            .send(ClusterOrder.ADDRESS, new ClusterOrder.AcquireLease("telegram:1"))
            .acks()
            .getFirst();

    assertThat(ack.success()).isFalse();
    assertThat(systemTwo.acquire("telegram:1").held()).isTrue();
    assertThat(systemOne.acquire("telegram:1").held()).isFalse();
    assertThat(systemOne.acquire("telegram:1").holder()).isEqualTo("n2");
  }

  @Test
  void theChatsOfALostNodeWaitForItUnlessAnotherMayTakeThem() throws Exception {
    BusClient here = one.client("cli:a").connect();
    BusClient there = two.client("cli:b").connect();
    assertThat(only(there, SPAWN, "spawn_request", "x").message()).isEqualTo("n2");
    assertThat(systemTwo.acquire(ChatLeases.running("terminal:x")).held()).isTrue();
    assertThat(only(here, SPAWN, "spawn_request", "x").message()).isEqualTo("n2");

    long lost = System.nanoTime();
    two.kill();

    await().atMost(LONG).until(() -> !systemOne.serve(false).orphans().isEmpty());
    assertThat(Duration.ofNanos(System.nanoTime() - lost)).isLessThan(Duration.ofSeconds(14));
    Ack down = only(here, SPAWN, "spawn_request", "x");
    assertThat(down.success()).isFalse();
    assertThat(down.shouldRetry()).isTrue();
    assertThat(down.message()).contains("n2, which is down");
    assertThat(systemOne.spawned).hasValue(0);

    assertThat(systemOne.serve(true).orphans())
        .containsExactly(new ServedChats.OrphanedChat("terminal:x", "n2"));
    assertThat(only(here, SPAWN, "spawn_request", "x").message()).isEqualTo("n1");
    assertThat(systemOne.acquire(ChatLeases.running("terminal:x")).held()).isTrue();
    assertThat(systemOne.serve(true).orphans()).isEmpty();
  }

  @Test
  void aNodeThatReturnsGetsItsChatsBack() throws Exception {
    BusClient here = one.client("cli:a").connect();
    assertThat(only(two.client("cli:b").connect(), SPAWN, "spawn_request", "x").message())
        .isEqualTo("n2");
    two.kill();
    two = TestNode.start("n2", nats.urls());
    systemTwo = new SystemPeer(two, "n2");

    await()
        .atMost(LONG)
        .untilAsserted(
            () -> assertThat(only(here, SPAWN, "spawn_request", "x").message()).isEqualTo("n2"));
    assertThat(systemOne.spawned).hasValue(0);
  }

  @Test
  void withoutNatsNobodySpawnsAndTheLeasesEnd() throws Exception {
    BusClient here = one.client("cli:a").connect();
    assertThat(only(here, SPAWN, "spawn_request", "old").message()).isEqualTo("n1");
    long life = systemOne.serve(false).life();

    nats.get(0).kill();

    await().atMost(LONG).until(() -> systemOne.serve(false).validForMillis() == 0);
    Ack refused = only(here, SPAWN, "spawn_request", "new");
    assertThat(refused.success()).isFalse();
    assertThat(refused.shouldRetry()).isTrue();
    assertThat(refused.message()).contains("cluster");
    assertThat(systemOne.spawned).hasValue(1);

    nats.get(0).start();
    await().atMost(LONG).until(() -> systemOne.serve(false).validForMillis() > 0);
    assertThat(systemOne.serve(false).life()).isNotEqualTo(life);
  }
}
