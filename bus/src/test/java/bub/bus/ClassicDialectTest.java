package bub.bus;

import static bub.bus.RawPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.deliver.InterceptorChain.OnFailure;
import bub.bus.dialect.Dialects;
import bub.bus.policy.RateLimits;
import bub.bus.policy.TypeRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Dialect at /v1: sendMessage in both directions, and subscribers that may stop a message. */
class ClassicDialectTest {
  private static final String OK = "{\"success\":true,\"stopPropagation\":false}";
  private static final String STOP = "{\"success\":true,\"stopPropagation\":true}";
  private static final String HELLO =
      "{\"topic\":\"inbound:chat-1\",\"payload\":{\"chat_id\":\"chat-1\",\"text\":\"hello\",\"from\":\"user-1\"}}";

  private final TestBus bus = new TestBus();

  @Test
  void introducesItselfWithTopics() {
    JsonNode result =
        bus.connect(Dialects.CLASSIC)
            .result(
                "initialize",
                "{\"clientId\":\"agent-1\",\"clientInfo\":{\"name\":\"bub\",\"version\":\"0.2.0\"}}");
    assertThat(result)
        .isEqualTo(
            json(
                "{\"serverId\":\"bus-test\",\"serverInfo\":{\"name\":\"bub-bus\",\"version\":\"0.2.0\"},"
                    + "\"capabilities\":{\"subscribe\":true,\"publish\":true,\"topics\":[\"inbound:*\",\"outbound:*\",\"agent:*\"]}}"));
  }

  @Test
  void carriesAMessageFromPublisherToSubscriber() {
    RawPeer subscriber = bus.peer(Dialects.CLASSIC, "s").thatAnswers(OK);
    assertThat(subscriber.result("subscribe", "{\"topic\":\"inbound:chat-*\"}"))
        .isEqualTo(json("{\"success\":true}"));
    RawPeer publisher = bus.peer(Dialects.CLASSIC, "p");

    assertThat(publisher.result("sendMessage", HELLO)).isEqualTo(json(OK));

    assertThat(subscriber.calls)
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.get("method").asString()).isEqualTo("sendMessage");
              assertThat(call.get("params")).isEqualTo(json(HELLO));
            });
    assertThat(subscriber.result("unsubscribe", "{\"topic\":\"inbound:chat-*\"}"))
        .isEqualTo(json("{\"success\":true}"));
    assertThat(publisher.result("sendMessage", HELLO)).isEqualTo(json(OK));
    assertThat(subscriber.calls).hasSize(1);
  }

  @Test
  void matchesByPrefixToo() {
    RawPeer subscriber = bus.peer(Dialects.CLASSIC, "s").thatAnswers(OK);
    subscriber.result("subscribe", "{\"topic\":\"inbound:chat-\"}");
    bus.peer(Dialects.CLASSIC, "p").result("sendMessage", HELLO);
    assertThat(subscriber.calls).hasSize(1);
  }

  @Test
  void asksSubscribersOneAfterTheOtherInTheOrderTheySubscribed() {
    var order = new ArrayList<String>();
    for (String name : List.of("first", "second", "third")) {
      subscriber(
          name,
          "inbound:*",
          call -> {
            order.add(name);
            return Optional.of(name.equals("second") ? STOP : OK);
          });
    }
    assertThat(bus.peer(Dialects.CLASSIC, "p").result("sendMessage", HELLO)).isEqualTo(json(STOP));
    assertThat(order).containsExactly("first", "second");
    assertThat(bus.activity.events).contains("process_finish second ok", "send_finish p halted");
  }

  @Test
  void nobodyOfAnyDialectGetsAHaltedMessage() {
    TestPeer agent = bus.peer("agent:a");
    subscriber("gate", "agent:*", _ -> Optional.of(STOP));

    var result = bus.peer("tg:1").sends("hello", "agent:a");

    assertThat(agent.received).isEmpty();
    assertThat(result.acks())
        .singleElement()
        .satisfies(
            ack -> {
              assertThat(ack.success()).isFalse();
              assertThat(ack.shouldRetry()).isFalse();
              assertThat(ack.message()).isEqualTo("halted by gate");
            });
  }

  @Test
  void aMessageThatPassesReachesEveryoneElse() {
    TestPeer agent = bus.peer("agent:a");
    subscriber("gate", "agent:*", _ -> Optional.of(OK));
    assertThat(bus.peer("tg:1").sends("hello", "agent:a").acks()).hasSize(2);
    assertThat(agent.received).hasSize(1);
  }

  @Test
  void aSilentInterceptorIsPassedOverAfterFiveSeconds() {
    TestPeer agent = bus.peer("agent:a");
    subscriber("silent", "agent:*", _ -> Optional.empty());
    var result = bus.peer("tg:1").sends("hello", "agent:a");
    assertThat(agent.received).isEmpty();

    bus.pass(Duration.ofSeconds(6));

    assertThat(agent.received).hasSize(1);
    assertThat(result.acks()).extracting(ack -> ack.success()).containsExactly(false, true);
  }

  @Test
  void aSilentInterceptorHaltsWhenFailuresAreClosed() {
    var closed =
        new TestBus(
            new BusRules(TypeRules.builtIn(false), OnFailure.CLOSED, RateLimits.standard()));
    TestPeer agent = closed.peer("agent:a");
    RawPeer silent = closed.peer(Dialects.CLASSIC, "silent");
    silent.result("subscribe", "{\"topic\":\"agent:*\"}");
    var result = closed.peer("tg:1").sends("hello", "agent:a");
    closed.pass(Duration.ofSeconds(6));
    assertThat(agent.received).isEmpty();
    assertThat(result.acks().getFirst().message()).contains("halted by silent");
  }

  @Test
  void anInterceptorThatLeavesDoesNotHoldTheMessage() {
    TestPeer agent = bus.peer("agent:a");
    RawPeer gate = subscriber("gate", "agent:*", _ -> Optional.empty());
    var result = bus.peer("tg:1").sends("hello", "agent:a");
    gate.hangsUp();
    assertThat(agent.received).hasSize(1);
    assertThat(result.acks()).hasSize(2);
    assertThat(bus.peer("tg:2").sends("again", "agent:a").acks()).hasSize(1);
  }

  @Test
  void aNotificationReachesEveryoneAndIsAnsweredByNobody() {
    TestPeer agent = bus.peer("agent:a").subscribes("inbound:*");
    RawPeer subscriber = subscriber("s", "inbound:*", _ -> Optional.of(STOP));

    bus.peer(Dialects.CLASSIC, "p").notifies("notify", HELLO);

    assertThat(subscriber.calls)
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.get("method").asString()).isEqualTo("notify");
              assertThat(call.has("id")).isFalse();
              assertThat(call.get("params")).isEqualTo(json(HELLO));
            });
    assertThat(agent.received).hasSize(1);
    assertThat(bus.activity.events)
        .contains("send_start p", "process_finish s ok", "send_finish p ok");
  }

  @Test
  void keepsItsOwnTableOfErrors() {
    RawPeer stranger = bus.connect(Dialects.CLASSIC);
    assertThat(stranger.errorCode("sendMessage", HELLO)).isEqualTo(-32600);
    assertThat(stranger.errorCode("initialize", "{}")).isEqualTo(-32002);
    assertThat(stranger.errorCode("initialize", "{\"clientId\":\"a\",\"clientInfo\":7}"))
        .isEqualTo(-32002);
    stranger.result("initialize", "{\"clientId\":\"a\"}");
    assertThat(stranger.errorCode("initialize", "{\"clientId\":\"a\"}")).isEqualTo(-32001);
    assertThat(stranger.errorCode("subscribe", "{}")).isEqualTo(-32600);
    stranger.result("subscribe", "{\"topic\":\"x:*\"}");
    assertThat(stranger.errorCode("subscribe", "{\"topic\":\"x:*\"}")).isEqualTo(-32003);
    assertThat(stranger.errorCode("unsubscribe", "{\"topic\":\"y:*\"}")).isEqualTo(-32004);
    assertThat(stranger.errorCode("sendMessage", "{\"payload\":{}}")).isEqualTo(-32600);
    assertThat(stranger.errorCode("sendMessage", "[]")).isEqualTo(-32600);
    assertThat(stranger.errorCode("sendMessage", "{\"topic\":\"x:1\",\"payload\":7}"))
        .isEqualTo(-32602);
    assertThat(stranger.errorCode("processMessage", "{}")).isEqualTo(-32601);
    assertThat(stranger.result("ping", "{}").get("timestamp").asString())
        .isEqualTo("2026-02-17T12:00:00Z");
  }

  private RawPeer subscriber(
      String name, String topic, Function<JsonNode, Optional<String>> reaction) {
    RawPeer peer = bus.peer(Dialects.CLASSIC, name).thatAnswers(reaction);
    peer.result("subscribe", "{\"topic\":\"" + topic + "\"}");
    return peer;
  }
}
