package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Information that a sender gets about its message, whatever the recipients do. */
class DeliveryTest {
  private final TestBus bus = new TestBus();
  private final TestPeer sender = bus.peer("tg:1");

  @Test
  void bringsTheMessageToItsAddressAndTheAckBack() {
    TestPeer worker = bus.peer("agent:worker").thatAnswers(Ack.ok("configured"));

    var result = sender.sends("hello", "agent:worker");

    assertThat(worker.received)
        .singleElement()
        .satisfies(
            got -> {
              assertThat(got.from().value()).isEqualTo("tg:1");
              assertThat(got.to().value()).isEqualTo("agent:worker");
              assertThat(got.payload().toString()).contains("hello");
            });
    assertThat(result.acks()).containsExactly(Ack.ok("configured"));
    assertThat(bus.activity.events)
        .containsExactly(
            "send_start tg:1",
            "process_start agent:worker",
            "process_finish agent:worker ok",
            "send_finish tg:1 ok");
  }

  @Test
  void acceptsAMessageThatNobodyListensTo() {
    assertThat(sender.sends("hello", "agent:nobody").acks()).isEmpty();
    assertThat(bus.activity.events)
        .containsExactly("send_start tg:1", "send_finish tg:1 no_recipient");
  }

  @Test
  void reachesEveryoneWhoListensWithOneAckEach() {
    bus.peer("agent:a").subscribes("room:*").thatAnswers(Ack.ok("from a"));
    bus.peer("agent:b").subscribes("room:?").thatAnswers(Ack.failed("from b"));
    bus.peer("agent:c").subscribes("room:1").thatAnswers(Ack.ok("from c"));
    bus.peer("agent:d").subscribes("hall:*");

    assertThat(sender.sends("hello", "room:1").acks())
        .extracting(Ack::message)
        .containsExactlyInAnyOrder("from a", "from b", "from c");
  }

  @Test
  void reachesAPeerOnceHoweverManyOfItsPatternsMatch() {
    TestPeer worker =
        bus.peer("agent:worker").subscribes("agent:*").subscribes("*").subscribes("agent:work?r");

    assertThat(sender.sends("hello", "agent:worker").acks()).hasSize(1);
    assertThat(worker.received).hasSize(1);
  }

  @Test
  void aSenderThatListensGetsItsOwnMessage() {
    sender.subscribes("room:1");
    assertThat(sender.sends("hello", "room:1").acks()).hasSize(1);
  }

  @Test
  void aPeerThatDiesWhileProcessingGivesARetryableAck() {
    TestPeer worker = bus.peer("agent:worker").thatNeverAnswers();
    var result = sender.sends("hello", "agent:worker");
    assertThat(result.isOpen()).isTrue();

    worker.hangsUp();

    assertThat(result.acks())
        .singleElement()
        .satisfies(
            ack -> {
              assertThat(ack.success()).isFalse();
              assertThat(ack.shouldRetry()).isTrue();
              assertThat(ack.message()).contains("agent:worker", "disconnected");
              assertThat(ack.payload()).isEqualTo(RawJson.EMPTY_OBJECT);
            });
    assertThat(bus.activity.events)
        .contains("process_finish agent:worker disconnected", "send_finish tg:1 error");
  }

  @Test
  void aPeerThatNeverAnswersGivesATimeoutAckAndItsLateAnswerIsIgnored() {
    TestPeer worker = bus.peer("agent:worker").thatNeverAnswers();
    var result = sender.sends("hello", "agent:worker");

    bus.pass(Duration.ofSeconds(59));
    assertThat(result.isOpen()).isTrue();
    bus.pass(Duration.ofSeconds(2));
    worker.answersAtLast(Ack.ok("sorry"));

    assertThat(result.acks())
        .singleElement()
        .satisfies(
            ack -> {
              assertThat(ack.success()).isFalse();
              assertThat(ack.shouldRetry()).isTrue();
              assertThat(ack.message()).contains("agent:worker", "in time");
            });
    assertThat(bus.activity.events).contains("process_finish agent:worker timeout");
    assertThat(bus.hub.isQuiet()).isTrue();
  }

  @Test
  void aPeerWithTooManyOpenDeliveriesIsBusyAndOthersAreNot() {
    var small = new TestBus(TestBus.limits(2, 10));
    small.peer("agent:slow").thatNeverAnswers();
    small.peer("agent:quick");
    TestPeer from = small.peer("tg:1");
    from.sends("1", "agent:slow");
    from.sends("2", "agent:slow");

    var third = from.sends("3", "agent:slow");

    assertThat(third.acks())
        .singleElement()
        .satisfies(
            ack -> {
              assertThat(ack.success()).isFalse();
              assertThat(ack.shouldRetry()).isTrue();
              assertThat(ack.retrySeconds()).isEqualTo(1);
              assertThat(ack.message()).contains("agent:slow", "busy");
            });
    assertThat(from.sends("4", "agent:quick").acks()).containsExactly(Ack.ok("ok"));
  }

  @Test
  void anErrorFromThePeerBecomesAFailedAckWithItsText() {
    TestPeer worker = bus.peer("agent:worker").thatNeverAnswers();
    var result = sender.sends("hello", "agent:worker");

    worker.failsAtLast(RpcError.of(-32000, "out of tokens"));

    assertThat(result.acks()).containsExactly(Ack.failed("out of tokens"));
  }

  @Test
  void aMalformedAnswerBecomesAFailedAck() {
    for (String nonsense :
        new String[] {"[]", "7", "{}", "{\"success\":1}", "{\"success\":true,\"payload\":[]}"}) {
      bus.peer("agent:odd")
          .thatAnswers(RawJson.trusted(nonsense.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
      assertThat(sender.sends("hello", "agent:odd").acks())
          .as(nonsense)
          .singleElement()
          .satisfies(
              ack -> {
                assertThat(ack.success()).isFalse();
                assertThat(ack.shouldRetry()).isFalse();
                assertThat(ack.message()).contains("agent:odd", "malformed");
              });
    }
  }

  @Test
  void clampsRetrySeconds() {
    JsonValue early =
        out ->
            out.beginObject()
                .field("success", false)
                .field("shouldRetry", true)
                .field("retrySeconds", -1)
                .endObject();
    JsonValue never =
        out ->
            out.beginObject()
                .field("success", false)
                .field("shouldRetry", true)
                .field("retrySeconds", 99_999)
                .endObject();
    bus.peer("agent:early").thatAnswers(early);
    bus.peer("agent:never").thatAnswers(never);

    assertThat(sender.sends("hello", "agent:early").acks().getFirst().retrySeconds()).isZero();
    assertThat(sender.sends("hello", "agent:never").acks().getFirst().retrySeconds())
        .isEqualTo(3_600);
  }

  @Test
  void peersMaySendWhileTheyProcessInCyclesToo() {
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    a.thatFirst(
        got -> {
          if (a.received.size() < 5) {
            a.sends("more", "agent:b");
          }
        });
    b.thatFirst(_ -> b.sends("again", "agent:a"));

    assertThat(sender.sends("begin", "agent:a").acks()).containsExactly(Ack.ok("ok"));
    assertThat(a.received).hasSize(5);
    assertThat(b.received).hasSize(4);
    assertThat(bus.hub.isQuiet()).isTrue();
  }

  @Test
  void neverTouchesAPayload() {
    String payload =
        "{ \"type\":\"x\", \"n\" : 12345678901234567890123456789.0100e+2,\"k\":\"\\u00e9\\/\","
            + " \"k\":1 }";
    TestPeer worker = bus.peer("agent:worker");

    sender.says(
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sendMessage\",\"params\":{\"from\":\"tg:1\",\"to\":\"agent:worker\",\"messageId\":\"x\",\"payload\":"
            + payload
            + "}}");

    assertThat(worker.received)
        .singleElement()
        .satisfies(got -> assertThat(got.payload()).hasToString(payload));
  }
}
