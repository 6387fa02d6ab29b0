package bub.bus;

import static bub.bus.RawPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.Dialects;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that peers of the address dialect publish without waiting for an answer. */
class NotifyTest {
  private static final String TYPING = "{\"to\":\"agent:a\",\"payload\":{\"text\":\"typing\"}}";

  private final TestBus bus = new TestBus();
  private final TestPeer agent = bus.peer("agent:a");

  @Test
  void reachesSubscribersAndIsNotAnswered() {
    RawPeer publisher = bus.peer(Dialects.ADDRESS, "web:1");
    publisher.notifies("notify", TYPING);

    assertThat(agent.received)
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.from().value()).isEqualTo("web:1");
              assertThat(message.messageId().value()).startsWith("msg_");
              assertThat(message.payload().toString()).isEqualTo("{\"text\":\"typing\"}");
            });
    assertThat(publisher.answers()).as("only to initialize").isOne();
    assertThat(bus.activity.events)
        .contains("send_start web:1", "process_finish agent:a ok", "send_finish web:1 ok");
  }

  @Test
  void keepsTheSenderAndTheIdThatItNames() {
    bus.peer(Dialects.ADDRESS, "web:1")
        .notifies(
            "notify",
            "{\"to\":\"agent:a\",\"payload\":{},\"from\":\"room:7\",\"messageId\":\"n-1\"}");

    assertThat(agent.received)
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.from().value()).isEqualTo("room:7");
              assertThat(message.messageId().value()).isEqualTo("n-1");
            });
  }

  @Test
  void classicSubscribersGetANotificationThatTheyCannotHalt() {
    RawPeer logger =
        bus.peer(Dialects.CLASSIC, "logger")
            .thatAnswers(_ -> Optional.of("{\"success\":true,\"stopPropagation\":true}"));
    logger.result("subscribe", "{\"topic\":\"agent:*\"}");

    bus.peer(Dialects.ADDRESS, "web:1").notifies("notify", TYPING);

    assertThat(logger.calls)
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.get("method").asString()).isEqualTo("notify");
              assertThat(call.has("id")).isFalse();
              assertThat(call.get("params"))
                  .isEqualTo(json("{\"topic\":\"agent:a\",\"payload\":{\"text\":\"typing\"}}"));
            });
    assertThat(agent.received).hasSize(1);
  }

  @Test
  void refusesAForeignSenderSilentlyButInTheLog() {
    bus.peer("agent:victim");
    RawPeer publisher = bus.peer(Dialects.ADDRESS, "web:1");
    publisher.notifies("notify", "{\"to\":\"agent:a\",\"payload\":{},\"from\":\"agent:victim\"}");

    assertThat(agent.received).isEmpty();
    assertThat(publisher.answers()).as("only to initialize").isOne();
    assertThat(bus.activity.events).contains("send_finish agent:victim refused");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"to\":\"agent:a\"}",
        "{\"to\":\"agent:a\",\"payload\":7}",
        "{\"to\":\"agent:a\",\"payload\":{},\"more\":1}",
        "[]"
      })
  void ignoresParamsThatAreNoMessage(String params) {
    RawPeer publisher = bus.peer(Dialects.ADDRESS, "web:1");
    publisher.notifies("notify", params);

    assertThat(agent.received).isEmpty();
    assertThat(bus.activity.events).doesNotContain("send_start web:1");
    assertThat(publisher.result("ping", "{}").has("timestamp")).isTrue();
  }

  @Test
  void ignoresAPeerThatHasNotInitialized() {
    bus.connect(Dialects.ADDRESS).notifies("notify", TYPING);
    assertThat(agent.received).isEmpty();
  }

  @Test
  void isNoMethodToCall() {
    for (var dialect : List.of(Dialects.ADDRESS, Dialects.CLASSIC, Dialects.topic(bus.time))) {
      assertThat(bus.peer(dialect, "web:1").errorCode("notify", TYPING)).isEqualTo(-32601);
    }
  }
}
