package bub.bus;

import static bub.bus.RawPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.Dialect;
import bub.bus.dialect.Dialects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Dialect at /v2-topics: the topic selects the recipients, the payload has sender, content and
 * time.
 */
class TopicDialectTest {
  private static final String PAYLOAD =
      "{\"messageId\":\"msg_01J\",\"type\":\"configure\",\"from\":\"tg:123456789\","
          + "\"timestamp\":\"2026-02-17T12:00:02Z\",\"content\":{\"talkto\":\"tg:123456789\"}}";

  private final TestBus bus = new TestBus();
  private final Dialect topics = Dialects.topic(bus.time);

  @Test
  void introducesItselfWithTopics() {
    assertThat(
            bus.connect(topics)
                .result(
                    "initialize",
                    "{\"clientId\":\"agent:system\",\"clientInfo\":{\"name\":\"bub\",\"version\":\"0.2.0\"}}"))
        .isEqualTo(
            json(
                "{\"serverId\":\"bus-test\",\"serverInfo\":{\"name\":\"bub-bus\",\"version\":\"0.2.0\"},\"capabilities\":"
                    + "{\"subscribe\":true,\"publish\":true,\"processMessage\":true,\"topics\":[\"tg:*\",\"agent:*\",\"system:*\"]}}"));
  }

  @Test
  void carriesAMessageByTopicAndCountsItsDeliveries() {
    RawPeer worker =
        bus.peer(topics, "agent:worker-42")
            .thatAnswers("{\"processed\":true,\"status\":\"ok\",\"message\":\"configured\"}");
    worker.result("subscribe", "{\"topic\":\"agent:worker-42\"}");

    JsonNode result =
        bus.peer(topics, "tg:123456789").result("sendMessage", send("agent:worker-42", PAYLOAD));

    assertThat(result)
        .isEqualTo(json("{\"accepted\":true,\"messageId\":\"msg_01J\",\"deliveredTo\":1}"));
    assertThat(worker.calls)
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.get("method").asString()).isEqualTo("processMessage");
              assertThat(call.get("params")).isEqualTo(json(send("agent:worker-42", PAYLOAD)));
            });
    assertThat(bus.activity.events)
        .contains("send_start tg:123456789", "process_finish agent:worker-42 ok");
  }

  @Test
  void aRecipientThatRefusesIsNotCountedAsOneThatTookIt() {
    bus.peer(topics, "agent:worker-42")
        .thatAnswers("{\"processed\":false,\"status\":\"error\",\"message\":\"no\"}")
        .result("subscribe", "{\"topic\":\"agent:worker-42\"}");

    JsonNode result =
        bus.peer(topics, "tg:123456789").result("sendMessage", send("agent:worker-42", PAYLOAD));

    assertThat(result)
        .isEqualTo(json("{\"accepted\":true,\"messageId\":\"msg_01J\",\"deliveredTo\":0}"));
  }

  @Test
  void doesNotListenToItselfUnasked() {
    bus.peer(topics, "agent:a");
    JsonNode result =
        bus.peer(topics, "tg:123456789").result("sendMessage", send("agent:a", PAYLOAD));
    assertThat(result.get("deliveredTo").asInt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"messageId", "type", "from", "timestamp", "content"})
  void refusesAPayloadThatLacksAField(String field) {
    var payload = (tools.jackson.databind.node.ObjectNode) json(PAYLOAD);
    payload.remove(field);
    RawPeer peer = bus.peer(topics, "tg:123456789");
    assertThat(peer.errorCode("sendMessage", send("agent:a", payload.toString())))
        .isEqualTo(-32602);
    assertThat(peer.lastAnswer().get("error").get("message").asString())
        .contains("payload." + field);
  }

  @Test
  void refusesATimestampThatIsNone() {
    RawPeer peer = bus.peer(topics, "tg:123456789");
    assertThat(
            peer.errorCode(
                "sendMessage",
                send("agent:a", PAYLOAD.replace("2026-02-17T12:00:02Z", "yesterday"))))
        .isEqualTo(-32602);
  }

  @Test
  void isAlwaysStrictAboutTypes() {
    RawPeer peer = bus.peer(topics, "tg:123456789");
    assertThat(
            peer.errorCode(
                "sendMessage", send("agent:a", PAYLOAD.replace("configure", "tg_reply"))))
        .isEqualTo(-32602);
    assertThat(
            peer.errorCode("sendMessage", send("agent:a", PAYLOAD.replace("configure", "my_type"))))
        .isEqualTo(-32602);
    assertThat(peer.lastAnswer().get("error").get("data").get("reason").asString())
        .isEqualTo("type_not_allowed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"messageId", "from", "timestamp", "content"})
  void aDoubledFieldFromAnotherDialectHarmsNobody(String field) {
    TestPeer other = bus.peer("agent:other").subscribes("room:*");
    RawPeer subscriber =
        bus.peer(topics, "agent:topics").thatAnswers("{\"processed\":true,\"status\":\"ok\"}");
    subscriber.result("subscribe", "{\"topic\":\"room:*\"}");
    RawPeer sender = bus.peer(Dialects.ADDRESS, "tg:1");

    sender.result(
        "sendMessage",
        "{\"from\":\"tg:1\",\"to\":\"room:1\",\"messageId\":\"m\",\"payload\":{\"%s\":\"a\",\"%s\":\"b\"}}"
            .formatted(field, field));

    assertThat(other.received).hasSize(1);
    assertThat(subscriber.calls).hasSize(1);
    assertThat(bus.hub.isQuiet()).isTrue();
  }

  @Test
  void aSubscriberLearnsTheTrueSenderWhateverThePayloadClaims() {
    RawPeer subscriber =
        bus.peer(topics, "agent:topics").thatAnswers("{\"processed\":true,\"status\":\"ok\"}");
    subscriber.result("subscribe", "{\"topic\":\"room:*\"}");
    bus.peer(Dialects.ADDRESS, "tg:1")
        .result(
            "sendMessage",
            "{\"from\":\"tg:1\",\"to\":\"room:1\",\"messageId\":\"m\",\"payload\":{\"n\":1.50,\"from\":\"tg:victim\"}}");

    JsonNode payload = subscriber.calls.getFirst().get("params").get("payload");
    assertThat(payload.get("from").asString()).isEqualTo("tg:1");
    assertThat(payload.get("n").asDouble()).isEqualTo(1.5);
  }

  @Test
  void hasTheErrorsOfTheAddressDialect() {
    RawPeer stranger = bus.connect(topics);
    assertThat(stranger.errorCode("ping", "{}")).isEqualTo(-32001);
    stranger.result("initialize", "{\"clientId\":\"agent:a\"}");
    assertThat(stranger.errorCode("initialize", "{\"clientId\":\"agent:a\"}")).isEqualTo(-32600);
    assertThat(stranger.errorCode("unsubscribe", "{\"topic\":\"no:*\"}")).isEqualTo(-32003);
    assertThat(stranger.errorCode("subscribe", "{\"topic\":\"\"}")).isEqualTo(-32602);
    assertThat(stranger.errorCode("notify", "{}")).isEqualTo(-32601);
  }

  private static String send(String topic, String payload) {
    return "{\"topic\":\"%s\",\"payload\":%s}".formatted(topic, payload);
  }
}
