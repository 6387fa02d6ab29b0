package bub.client;

import static bub.client.Messages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.scripted.ScriptedBus;
import bub.client.scripted.ScriptedServer;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Metrics;
import bub.protocol.PingResult;
import bub.protocol.Receipt;
import bub.protocol.SendResult;
import bub.protocol.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallsTest {
  private static final Address B = new Address("agent:b");

  private final ScriptedBus bus = new ScriptedBus();
  private final ScriptedServer server = ScriptedServer.of(bus);
  private final BusClient client =
      BusClient.of(
          ClientSettings.of(server.url(), new Address("agent:a"))
              .withReconnect(new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)))
              .withCallTimeout(Duration.ofSeconds(5)));

  @BeforeEach
  void connect() throws Exception {
    client.connect();
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void manyThreadsEachGetTheirOwnAnswer() throws Exception {
    bus.onSend(
        (envelope, answer) ->
            answer.result(ScriptedBus.receipt(envelope, Ack.ok("echo", envelope.payload()))));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<SendResult>>();
      for (int i = 0; i < 500; i++) {
        RawJson payload = text("number " + i);
        answers.add(threads.submit(() -> client.send(B, payload)));
      }
      for (int i = 0; i < 500; i++) {
        Ack ack = answers.get(i).get().acks().getFirst();
        assertThat(ack.payload()).isEqualTo(text("number " + i));
      }
    }
  }

  @Test
  void anErrorAnswerIsAnRpcException() {
    bus.refuse(Methods.SEND_MESSAGE, RpcError.invalidParams("to: unknown"));
    assertThatThrownBy(() -> client.send(B, text("x")))
        .isInstanceOfSatisfying(
            RpcException.class,
            refused -> assertThat(refused.error().code()).isEqualTo(RpcError.INVALID_PARAMS));
  }

  @Test
  void aMessageThatIsTooLargeFailsAlone() throws Exception {
    assertThatThrownBy(() -> client.send(B, text("x".repeat(1024 * 1024))))
        .isInstanceOf(RpcException.class)
        .hasMessageContaining("1040384 bytes");
    assertThat(client.send(B, text("small")).acks()).hasSize(1);
  }

  @Test
  void notifiesWithoutWaiting() throws Exception {
    client.notify(B, text("typing"));
    await()
        .untilAsserted(
            () ->
                assertThat(bus.heard("notify"))
                    .containsExactly(
                        "notify {\"to\":\"agent:b\",\"payload\":" + text("typing") + "}"));
    assertThatThrownBy(() -> client.notify(B, text("x".repeat(1024 * 1024))))
        .isInstanceOf(RpcException.class);
    client.close();
    assertThatThrownBy(() -> client.notify(B, text("typing"))).isInstanceOf(NotConnected.class);
  }

  @Test
  void anAnswerOfTheWrongShapeIsNone() {
    bus.onCall(Methods.SEND_MESSAGE, (_, _, answer) -> answer.result(text("no receipt")));
    assertThatThrownBy(() -> client.send(B, text("x")))
        .isInstanceOfSatisfying(
            NoAnswer.class, odd -> assertThat(odd.reply()).isInstanceOf(Reply.Garbled.class));
  }

  @Test
  void aCallEndsAtItsTimeout() throws Exception {
    bus.neverAnswer(Methods.PING);
    var settings =
        ClientSettings.of(server.url(), new Address("agent:c"))
            .withCallTimeout(Duration.ofMillis(50));
    try (var impatient = BusClient.of(settings).connect()) {
      assertThatThrownBy(impatient::ping)
          .isInstanceOfSatisfying(
              NoAnswer.class, late -> assertThat(late.reply()).isEqualTo(new Reply.TimedOut()));
    }
  }

  @Test
  void aRefusedSubscriptionIsNotKept() throws Exception {
    bus.refuse(Methods.SUBSCRIBE, RpcError.invalidParams("not yours").because("refused"));
    assertThatThrownBy(() -> client.subscribe("x:*")).isInstanceOf(RpcException.class);
    server.drop();
    await().until(() -> bus.heard("initialize").size() == 2);
    client.awaitConnected(Duration.ofSeconds(30));
    assertThat(bus.heard("subscribe")).hasSize(1);
  }

  @Test
  void asksTheBusAboutItself() throws Exception {
    var now = Instant.parse("2026-02-17T12:00:00Z");
    var id = new MessageId("m1");
    var status = new Status("bus-1", List.of());
    var receipt = new Receipt(id, "a", "b", "success", null, null, List.of());
    var metrics = new Metrics(new LinkedHashMap<>(Map.of("messages", 7L)));
    bus.onCall(Methods.PING, (_, _, answer) -> answer.result(new PingResult(now)));
    bus.onCall(Methods.GET_STATUS, (_, _, answer) -> answer.result(status));
    bus.onCall(Methods.GET_RECEIPT, (_, _, answer) -> answer.result(receipt));
    bus.onCall(Methods.GET_METRICS, (_, _, answer) -> answer.result(metrics));
    bus.onCall(Methods.QUERY_ACTIVITY, (_, _, answer) -> answer.result(rows(3)));

    assertThat(client.ping().timestamp()).isEqualTo(now);
    assertThat(client.status()).isEqualTo(status);
    assertThat(client.receipt(id)).isEqualTo(receipt);
    assertThat(client.metrics()).isEqualTo(metrics);
    assertThat(client.activity(ActivityFilter.ofMessage("m1"))).isEqualTo(rows(3));
  }

  @Test
  void showsActivityInOrderAndWatchesAgainAfterAReconnect() throws Exception {
    var seen = new CopyOnWriteArrayList<Long>();
    client.watchActivity(
        ActivityFilter.everything(), rows -> rows.rows().forEach(row -> seen.add(row.id())));
    server.drop();
    await().until(() -> bus.heard(Methods.WATCH_ACTIVITY).size() == 2);
    client.awaitConnected(Duration.ofSeconds(30));
    var expected = new ArrayList<Long>();
    for (long i = 0; i < 200; i++) {
      bus.newest().notify(Methods.ACTIVITY, rows(i));
      expected.add(i);
    }
    await().untilAsserted(() -> assertThat(seen).isEqualTo(expected));
  }

  @Test
  void aWatcherCannotAskForTimes() {
    var past =
        new ActivityFilter(
            null,
            null,
            null,
            null,
            null,
            Instant.EPOCH,
            null,
            null,
            null,
            ActivityFilter.MAX_LIMIT);

    assertThatThrownBy(() -> client.watchActivity(past, _ -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not have since or until");
    assertThat(bus.heard(Methods.WATCH_ACTIVITY)).isEmpty();
  }

  @Test
  void aSlowWatcherLearnsHowMuchItMissed() throws Exception {
    var total = new CopyOnWriteArrayList<Long>();
    var feed =
        new ActivityFeed(
            ActivityFilter.everything(), rows -> total.add(rows.rows().size() + rows.missed()));
    for (long i = 0; i < 2_000; i++) {
      feed.offer(rows(i));
    }
    feed.start();
    await()
        .untilAsserted(() -> assertThat(total.stream().mapToLong(n -> n).sum()).isEqualTo(2_000));
    feed.stop();
  }

  private static ActivityRows rows(long id) {
    var row = new ActivityRow(id, "t", "send_start", "m1", null, null, null, "start", null, null);
    return new ActivityRows(List.of(row), 0);
  }

  @Test
  void anEnvelopeOfOnesOwnIsSentAsItIs() throws Exception {
    Envelope envelope = Messages.message("tg:1", "mine", "agent:b");
    assertThat(client.send(envelope).messageId()).isEqualTo(new MessageId("mine"));
    assertThat(bus.heard("sendMessage")).containsExactly("sendMessage mine to agent:b");
  }
}
