package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.Dialects;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Calls at /rpc run as the principal of a token, without its connection. */
class RequestSessionTest extends LockFixture {
  private static final String HELLO =
      "{\"from\":\"agent:me\",\"to\":\"agent:a\",\"messageId\":\"m-1\",\"payload\":{\"text\":\"hi\"}}";

  private RawPeer request(String token) {
    RawPeer request = bus.connect(Dialects.REQUEST);
    request.result("initialize", "{\"authToken\":\"" + token + "\"}");
    return request;
  }

  private String tokenOf(String clientId, boolean operator) {
    String token = grant(clientId, List.of(), List.of(), Set.of(), false, operator, null);
    lock();
    return token;
  }

  @Test
  void actsAsThePrincipalAndLeavesItsConnectionAlone() {
    RawPeer live = locked("agent:me", List.of(), List.of(), Set.of(), false, true);
    RawPeer agent =
        locked("agent:a", List.of(), List.of(), Set.of(), false, false)
            .thatAnswers("{\"success\":true}");
    RawPeer request = request(tokenOf("agent:me", true));

    JsonNode result = request.result("sendMessage", HELLO);

    assertThat(result.get("acks")).hasSize(1);
    assertThat(agent.calls.getFirst().get("params").get("from").asString()).isEqualTo("agent:me");
    JsonNode connections = live.result("getStatus", "{}").get("connections");
    assertThat(connections.findValuesAsString("clientId"))
        .containsExactlyInAnyOrder("agent:me", "agent:a");
    request.hangsUp();
    assertThat(live.result("getStatus", "{}").get("connections")).hasSize(2);
  }

  @Test
  void messagesToThePrincipalGoToItsConnectionOnly() {
    RawPeer live =
        locked("agent:me", List.of(), List.of(), Set.of(), false, false)
            .thatAnswers("{\"success\":true}");
    RawPeer request = request(tokenOf("agent:me", false));
    JsonNode result = request.result("sendMessage", HELLO.replace("agent:a", "agent:me"));

    assertThat(result.get("acks")).hasSize(1);
    assertThat(live.calls).hasSize(1);
    assertThat(request.calls).isEmpty();
  }

  @Test
  void carriesNotificationsToo() {
    RawPeer agent = locked("agent:a", List.of(), List.of(), Set.of(), false, false);
    request(tokenOf("agent:me", false))
        .notifies("notify", "{\"to\":\"agent:a\",\"payload\":{\"text\":\"hi\"}}");
    assertThat(agent.calls.getFirst().get("params").get("from").asString()).isEqualTo("agent:me");
  }

  @Test
  void grantsWhatTheTokenGrantsAndNoMore() {
    RawPeer request = request(tokenOf("agent:me", false));
    assertThat(request.errorCode("sendMessage", HELLO.replace("agent:me", "agent:other")))
        .isEqualTo(-32602);
    assertThat(request.errorCode("getStatus", "{}")).isEqualTo(-32602);
    assertThat(request(tokenOf("agent:boss", true)).result("getStatus", "{}").has("connections"))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"subscribe", "unsubscribe", "watchActivity"})
  void refusesCallsThatNeedAConnection(String method) {
    RawPeer request = request(tokenOf("agent:me", true));
    JsonNode answer = request.asks(method, "{\"address\":\"tg:*\"}").lastAnswer();
    assertThat(answer.at("/error/code").asInt()).isEqualTo(-32601);
    assertThat(answer.at("/error/data/reason").asString()).isEqualTo("needs_connection");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"authToken\":\"bub_no.token\"}"})
  void refusesStrangersOnALockedBus(String introduction) {
    tokenOf("agent:me", false);
    RawPeer stranger = bus.connect(Dialects.REQUEST);
    assertThat(stranger.errorCode("initialize", introduction)).isEqualTo(-32010);
  }

  @Test
  void takesRequestsWithoutATokenOnAnOpenBusButNoUnknownToken() {
    TestPeer agent = bus.peer("agent:a");
    RawPeer request = bus.connect(Dialects.REQUEST);
    assertThat(request.errorCode("ping", "{}")).isEqualTo(-32001);
    assertThat(request.result("initialize", "{}").get("clientId").asString()).isEqualTo("api:http");
    request.result("sendMessage", HELLO.replace("agent:me", "api:http"));
    assertThat(agent.received).hasSize(1);
    assertThat(request.errorCode("sendMessage", HELLO.replace("agent:me", "agent:a")))
        .isEqualTo(-32602);

    assertThat(
            bus.connect(Dialects.REQUEST)
                .errorCode("initialize", "{\"authToken\":\"bub_no.token\"}"))
        .isEqualTo(-32010);
  }

  @Test
  void servesNothingMoreWhenTheTokenIsRevoked() {
    RawPeer agent = locked("agent:a", List.of(), List.of(), Set.of(), false, false);
    RawPeer request = request(tokenOf("agent:me", false));
    grants.removeLast();
    lock();

    assertThat(request.errorCode("ping", "{}")).isEqualTo(-32010);
    request.notifies("notify", "{\"to\":\"agent:a\",\"payload\":{}}");
    assertThat(agent.calls).isEmpty();
  }

  @Test
  void endsAfterItsTime() {
    RawPeer silent = bus.connect(Dialects.REQUEST);
    RawPeer slow = bus.connect(Dialects.REQUEST);
    slow.result("initialize", "{}");
    bus.pass(Duration.ofSeconds(61));
    assertThat(silent.isClosed()).isTrue();
    assertThat(slow.isClosed()).isFalse();
    bus.pass(Duration.ofSeconds(30));
    assertThat(slow.isClosed()).isTrue();
  }
}
