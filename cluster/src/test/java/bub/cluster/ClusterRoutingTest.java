package bub.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.ClientState;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.testkit.NatsServers;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes behave like one bus. */
class ClusterRoutingTest {
  private static NatsServers nats;
  private TestNode one;
  private TestNode two;

  @BeforeAll
  static void startNats() throws Exception {
    nats = NatsServers.one("max_payload: 65536");
  }

  @AfterAll
  static void stopNats() {
    nats.close();
  }

  @BeforeEach
  void startNodes() throws Exception {
    one = TestNode.start("n1", nats.urls());
    two = TestNode.start("n2", nats.urls());
    one.sees("n2");
    two.sees("n1");
  }

  @AfterEach
  void stopNodes() {
    one.close();
    two.close();
  }

  private static Envelope message(String from, String to, String payload) {
    return new Envelope(
        new Address(from),
        new Address(to),
        new MessageId(UUID.randomUUID().toString()),
        RawJson.trusted(payload.getBytes(UTF_8)));
  }

  private static SendResult send(BusClient from, String to, String payload) throws Exception {
    return from.send(message(from.clientId().value(), to, payload));
  }

  @Test
  void aMessageCrossesAndItsAckComesBack() throws Exception {
    two.peer("agent:worker", envelope -> Ack.ok("done " + envelope.payload()));
    BusClient sender = one.client("agent:boss").connect();

    SendResult result = send(sender, "agent:worker", "{\"type\":\"task\"}");

    assertThat(result.acks())
        .singleElement()
        .satisfies(ack -> assertThat(ack.message()).isEqualTo("done {\"type\":\"task\"}"));
  }

  @Test
  void everyRecipientOnEveryNodeAcksOnceOwnNodeFirst() throws Exception {
    two.peer("agent:b", _ -> Ack.ok("b")).subscribe("news:*");
    two.peer("agent:c", _ -> Ack.ok("c")).subscribe("news:*");
    BusClient local = one.peer("agent:a", _ -> Ack.ok("a"));
    local.subscribe("news:*");
    local.subscribe("news:1");

    SendResult result = send(one.client("agent:x").connect(), "news:1", "{}");

    assertThat(result.acks()).extracting(Ack::message).containsExactly("a", "b", "c");
  }

  @Test
  void aMessageToNobodyHasNoAcks() throws Exception {
    assertThat(send(one.client("agent:x").connect(), "agent:nobody", "{}").acks()).isEmpty();
  }

  @Test
  void aNewSubscriptionIsKnownEverywhereWhenTheSubscriberIsTold() throws Exception {
    BusClient listener = two.peer("agent:l", _ -> Ack.ok("here"));
    BusClient sender = one.client("agent:s").connect();
    for (int i = 0; i < 50; i++) {
      listener.subscribe("topic:" + i);
      assertThat(send(sender, "topic:" + i, "{}").acks()).hasSize(1);
    }
    listener.unsubscribe("topic:0");
    await().until(() -> send(sender, "topic:0", "{}").acks().isEmpty());
  }

  @Test
  void aMessageLargerThanThePayloadLimitOfNatsCrosses() throws Exception {
    two.peer("agent:big", envelope -> Ack.ok("got", envelope.payload()));
    String payload = "{\"type\":\"t\",\"text\":\"" + "x".repeat(900_000) + "\"}";

    SendResult result = send(one.client("agent:s").connect(), "agent:big", payload);

    assertThat(result.acks()).hasSize(1);
    assertThat(result.acks().getFirst().payload().toString()).isEqualTo(payload);
  }

  @Test
  void theNewestConnectionOfAClientIdWinsOnAnyNode() throws Exception {
    BusClient old = one.client("agent:same").connect();
    BusClient sender = one.client("agent:s").connect();

    two.peer("agent:same", _ -> Ack.ok("new"));

    await().until(() -> old.state() instanceof ClientState.Stopped);
    assertThat(old.state().words()).contains("another client has connected as agent:same");
    await()
        .untilAsserted(
            () ->
                assertThat(send(sender, "agent:same", "{}").acks())
                    .extracting(Ack::message)
                    .containsExactly("new"));
  }

  @Test
  void noPeerSendsAsAPeerOfAnotherNode() throws Exception {
    two.client("agent:real").connect();
    BusClient liar = one.client("agent:liar").connect();

    assertThatThrownBy(() -> liar.send(message("agent:real", "agent:liar", "{}")))
        .isInstanceOf(RpcException.class)
        .hasMessageContaining("another connected peer");
  }

  @Test
  void addressesOfBubsOwnPartsStayOnTheirNode() throws Exception {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    two.peer(
            "agent:listener",
            envelope -> {
              heard.add(envelope.to().value());
              return Ack.ok("");
            })
        .subscribe("*");
    BusClient sender = one.client("agent:s").connect();

    assertThat(send(sender, "system:anything", "{}").acks()).isEmpty();
    assertThat(send(sender, "other:thing", "{}").acks()).hasSize(1);
    assertThat(heard).containsExactly("other:thing");
  }

  @Test
  void aRecipientThatDiesWithItsNodeGivesARetryableAck() throws Exception {
    var asked = new CountDownLatch(1);
    var never = new CountDownLatch(1);
    two.peer(
        "agent:slow",
        _ -> {
          asked.countDown();
          never.await();
          return Ack.ok("");
        });
    BusClient sender = one.client("agent:s").connect();
    var result = new CompletableFuture<SendResult>();
    Thread.startVirtualThread(
        () -> {
          try {
            result.complete(send(sender, "agent:slow", "{}"));
          } catch (Exception failed) {
            result.completeExceptionally(failed);
          }
        });
    asked.await();

    two.kill();

    Ack ack = result.get(20, TimeUnit.SECONDS).acks().getFirst();
    assertThat(ack.success()).isFalse();
    assertThat(ack.shouldRetry()).isTrue();
    assertThat(ack.message()).contains("n2");
    one.sees();
    assertThat(send(sender, "agent:slow", "{}").acks()).isEmpty();
  }

  @Test
  void aNodeThatComesBackIsReachedAgain() throws Exception {
    two.peer("agent:w", _ -> Ack.ok("first"));
    BusClient sender = one.client("agent:s").connect();
    assertThat(send(sender, "agent:w", "{}").acks()).hasSize(1);
    two.kill();
    two = TestNode.start("n2", nats.urls());
    two.peer("agent:w", _ -> Ack.ok("second"));

    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(send(sender, "agent:w", "{}").acks())
                    .extracting(Ack::message)
                    .containsExactly("second"));
  }
}
