package bub.bus;

import static bub.bus.RawPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.Dialect;
import bub.bus.dialect.Dialects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Each dialect reaches each dialect, with the right message for the subscriber and the right result
 * for the publisher.
 */
class DialectPairsTest {
  private static final String PAYLOAD =
      "{\"messageId\":\"m1\",\"type\":\"tg_message\",\"from\":\"tg:1\",\"timestamp\":\"2026-02-17T12:00:00Z\",\"content\":{\"text\":\"hi\"}}";
  private static final String BARE = "{\"type\":\"tg_message\",\"content\":{\"text\":\"hi\"}}";

  private final TestBus bus = new TestBus();

  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource({
    "address, address", "address, topic", "address, classic",
    "topic, address", "topic, topic", "topic, classic",
    "classic, address", "classic, topic", "classic, classic"
  })
  void carriesAMessage(String publisher, String subscriber) {
    RawPeer ear = bus.peer(dialect(subscriber), "agent:ear").thatAnswers(goodAnswer(subscriber));
    ear.result(
        "subscribe",
        subscriber.equals("address") ? "{\"address\":\"agent:ear\"}" : "{\"topic\":\"agent:ear\"}");
    RawPeer mouth = bus.peer(dialect(publisher), "tg:1");

    JsonNode result = mouth.result("sendMessage", message(publisher));

    assertThat(result).isEqualTo(json(goodResult(publisher, subscriber)));
    assertThat(ear.calls)
        .singleElement()
        .satisfies(call -> assertSees(subscriber, publisher, call));
    assertThat(bus.activity.events)
        .containsExactly(
            "send_start tg:1",
            "process_start agent:ear",
            "process_finish agent:ear ok",
            "send_finish tg:1 ok");
  }

  private static void assertSees(String subscriber, String publisher, JsonNode call) {
    JsonNode params = call.get("params");
    JsonNode sent = json(publisher.equals("topic") ? PAYLOAD : BARE);
    switch (subscriber) {
      case "address" -> {
        assertThat(call.get("method").asString()).isEqualTo("processMessage");
        assertThat(params.get("from").asString()).isEqualTo("tg:1");
        assertThat(params.get("to").asString()).isEqualTo("agent:ear");
        assertThat(params.get("messageId").asString()).isEqualTo(messageId(publisher, params));
        assertThat(params.get("payload")).isEqualTo(sent);
      }
      case "topic" -> {
        assertThat(call.get("method").asString()).isEqualTo("processMessage");
        assertThat(params.get("topic").asString()).isEqualTo("agent:ear");
        JsonNode payload = params.get("payload");
        assertThat(payload.get("content")).isEqualTo(sent.get("content"));
        assertThat(payload.get("from").asString()).isEqualTo("tg:1");
        assertThat(payload.get("messageId").asString()).isNotEmpty();
        assertThat(payload.get("timestamp").asString()).isEqualTo("2026-02-17T12:00:00Z");
      }
      default -> {
        assertThat(call.get("method").asString()).isEqualTo("sendMessage");
        assertThat(params.get("topic").asString()).isEqualTo("agent:ear");
        assertThat(params.get("payload")).isEqualTo(sent);
      }
    }
  }

  private static String messageId(String publisher, JsonNode params) {
    // The classic wire has no ids: the bus makes one.
    return publisher.equals("classic") ? params.get("messageId").asString() : "m1";
  }

  private Dialect dialect(String name) {
    return switch (name) {
      case "address" -> Dialects.ADDRESS;
      case "topic" -> Dialects.topic(bus.time);
      default -> Dialects.CLASSIC;
    };
  }

  private static String message(String dialect) {
    return switch (dialect) {
      case "address" ->
          "{\"from\":\"tg:1\",\"to\":\"agent:ear\",\"messageId\":\"m1\",\"payload\":" + BARE + "}";
      case "topic" -> "{\"topic\":\"agent:ear\",\"payload\":" + PAYLOAD + "}";
      default -> "{\"topic\":\"agent:ear\",\"payload\":" + BARE + "}";
    };
  }

  private static String goodAnswer(String dialect) {
    return switch (dialect) {
      case "address" ->
          "{\"success\":true,\"message\":\"done\",\"shouldRetry\":false,\"retrySeconds\":0,\"payload\":{\"n\":1}}";
      case "topic" -> "{\"processed\":true,\"status\":\"ok\",\"message\":\"done\"}";
      default -> "{\"success\":true,\"stopPropagation\":false}";
    };
  }

  private static String goodResult(String publisher, String subscriber) {
    return switch (publisher) {
      case "address" ->
          "{\"accepted\":true,\"messageId\":\"m1\",\"acks\":[{\"success\":true,\"message\":\"%s\",\"shouldRetry\":false,\"retrySeconds\":0,\"payload\":%s}]}"
              .formatted(
                  subscriber.equals("classic") ? "ok" : "done",
                  subscriber.equals("address") ? "{\"n\":1}" : "{}");
      case "topic" -> "{\"accepted\":true,\"messageId\":\"m1\",\"deliveredTo\":1}";
      default -> "{\"success\":true,\"stopPropagation\":false}";
    };
  }
}
