package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.deliver.InterceptorChain.OnFailure;
import bub.bus.dialect.Dialects;
import bub.bus.policy.RateLimits;
import bub.bus.policy.TypeRules;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A locked bus accepts only principals with a token, and only what they were granted. */
class LockTest extends LockFixture {
  @Test
  void anOpenBusAsksForNothing() {
    bus.connect(Dialects.ADDRESS)
        .result("initialize", "{\"clientId\":\"agent:a\",\"authToken\":\"whatever\"}");
  }

  @Test
  void aLockedBusWantsAGoodToken() {
    String token = grant("agent:a", List.of(), List.of(), Set.of(), false, false, null);
    lock();
    assertThat(refusal("{\"clientId\":\"agent:a\"}")).isEqualTo("unauthenticated");
    assertThat(refusal(initialize("agent:a", "nonsense"))).isEqualTo("unauthenticated");
    assertThat(refusal(initialize("agent:a", token + "x"))).isEqualTo("unauthenticated");
    assertThat(refusal(initialize("agent:b", token))).isEqualTo("not_your_client_id");
    bus.connect(Dialects.ADDRESS).result("initialize", initialize("agent:a", token));
  }

  @Test
  void lockedWithoutAnyTokenIsStillLocked() {
    lock();
    assertThat(refusal("{\"clientId\":\"agent:a\"}")).isEqualTo("unauthenticated");
  }

  @Test
  void everyDialectHasTheSameDoor() {
    String token = grant("agent:a", List.of(), List.of(), Set.of(), false, false, null);
    lock();
    for (var dialect : Dialects.all(bus.time)) {
      RawPeer stranger = bus.connect(dialect);
      assertThat(stranger.errorCode("initialize", "{\"clientId\":\"agent:a\"}")).isEqualTo(-32010);
      bus.connect(dialect).result("initialize", initialize("agent:a", token));
    }
  }

  @Test
  void listensToWhatWasGrantedAndNothingWider() {
    RawPeer bridge = locked("telegram-bridge", List.of("tg:*"), List.of(), Set.of(), false, false);
    for (String granted : List.of("tg:*", "tg:1", "tg:5*", "tg:[0-9]*", "telegram-bridge")) {
      bridge.result("subscribe", "{\"address\":\"" + granted + "\"}");
    }
    for (String wider : List.of("*", "t*", "agent:*", "tg?1", "[t]g:*")) {
      assertThat(bridge.errorCode("subscribe", "{\"address\":\"" + wider + "\"}"))
          .as(wider)
          .isEqualTo(-32602);
      assertThat(reason(bridge)).isEqualTo("subscribe_not_granted");
    }
  }

  @Test
  void sendsAsWhatWasGranted() {
    RawPeer bridge = locked("telegram-bridge", List.of(), List.of("tg:*"), Set.of(), false, false);
    bridge.result("sendMessage", message("tg:7", "tg_message"));
    bridge.result("sendMessage", message("telegram-bridge", "tg_message"));
    assertThat(bridge.errorCode("sendMessage", message("agent:system", "x"))).isEqualTo(-32602);
    assertThat(reason(bridge)).isEqualTo("send_as_not_granted");
  }

  @Test
  void sendsTheTypesThatWereGranted() {
    RawPeer worker = locked("agent:w", List.of(), List.of(), Set.of("job"), false, false);
    worker.result("sendMessage", message("agent:w", "job"));
    assertThat(worker.errorCode("sendMessage", message("agent:w", "other"))).isEqualTo(-32602);
    assertThat(reason(worker)).isEqualTo("type_not_allowed");
  }

  @Test
  void topicsOfPeopleNeedAGrantInBothDirections() {
    String hello = "{\"from\":\"bot\",\"to\":\"%s\",\"messageId\":\"m\",\"payload\":{}}";
    RawPeer stranger = locked("bot", List.of(), List.of(), Set.of(), false, false);
    assertThat(stranger.errorCode("sendMessage", hello.formatted("outbound:1"))).isEqualTo(-32602);
    assertThat(stranger.errorCode("sendMessage", hello.formatted("inbound:1"))).isEqualTo(-32602);
    assertThat(stranger.errorCode("subscribe", "{\"address\":\"inbound:*\"}")).isEqualTo(-32602);
    assertThat(stranger.errorCode("subscribe", "{\"address\":\"outbound:*\"}")).isEqualTo(-32602);

    RawPeer bot =
        locked("bot", List.of("inbound:*"), List.of("outbound:*"), Set.of(), false, false);
    assertThat(bot.result("sendMessage", hello.formatted("outbound:1")).has("acks")).isTrue();
    assertThat(bot.errorCode("sendMessage", hello.formatted("inbound:1"))).isEqualTo(-32602);
    assertThat(bot.result("subscribe", "{\"address\":\"inbound:*\"}").has("success")).isTrue();

    RawPeer operator = locked("boss", List.of(), List.of(), Set.of(), false, true);
    String fromBoss = hello.replace("bot", "boss");
    assertThat(operator.result("sendMessage", fromBoss.formatted("outbound:1")).has("acks"))
        .isTrue();
  }

  @Test
  void onlyAnOperatorLooksIntoTheBus() {
    RawPeer worker = locked("agent:w", List.of(), List.of(), Set.of(), false, false);
    for (String method :
        List.of("getStatus", "getMetrics", "queryActivity", "watchActivity", "getReceipt")) {
      assertThat(
              worker.errorCode(
                  method,
                  "{\"messageId\":\"m\"}"
                      .replace(method.equals("getReceipt") ? "" : "\"messageId\":\"m\"", "")))
          .isEqualTo(-32602);
      assertThat(reason(worker)).isEqualTo("operator_not_granted");
    }
    locked("agent:ops", List.of(), List.of(), Set.of(), false, true).result("getStatus", "{}");
  }

  @Test
  void interceptingNeedsAGrantOfItsOwn() {
    String plain = grant("gate", List.of("agent:*"), List.of(), Set.of(), false, false, null);
    String allowed = grant("gate2", List.of("agent:*"), List.of(), Set.of(), true, false, null);
    lock();
    RawPeer refused = bus.connect(Dialects.CLASSIC);
    refused.result("initialize", initialize("gate", plain));
    assertThat(refused.errorCode("subscribe", "{\"topic\":\"agent:*\"}")).isEqualTo(-32602);
    assertThat(reason(refused)).isEqualTo("intercept_not_granted");
    RawPeer gate = bus.connect(Dialects.CLASSIC);
    gate.result("initialize", initialize("gate2", allowed));
    gate.result("subscribe", "{\"topic\":\"agent:*\"}");
  }

  @Test
  void aRevokedTokenEndsItsConnectionsAndOthersLiveOn() {
    String first = grant("agent:a", List.of(), List.of(), Set.of(), false, false, null);
    String second = grant("agent:b", List.of(), List.of(), Set.of(), false, true, null);
    lock();
    bus.connect(Dialects.ADDRESS).result("initialize", initialize("agent:a", first));
    RawPeer survivor = bus.connect(Dialects.ADDRESS);
    survivor.result("initialize", initialize("agent:b", second));

    grants.removeFirst();
    lock();

    assertThat(survivor.result("getStatus", "{}").get("connections")).hasSize(1);
    assertThat(refusal(initialize("agent:a", first))).isEqualTo("unauthenticated");
  }

  @Test
  void lockingEndsTheConnectionsThatHaveNoToken() {
    TestPeer early = bus.peer("agent:early");
    lock();
    assertThat(early.closed()).contains("locked");
  }

  @Test
  void anExpiredTokenIsNoTokenAlsoForWhoIsConnected() {
    String token =
        grant(
            "agent:a",
            List.of(),
            List.of(),
            Set.of(),
            false,
            false,
            bus.time.instant().plusSeconds(60));
    lock();
    RawPeer peer = bus.connect(Dialects.ADDRESS);
    peer.result("initialize", initialize("agent:a", token));
    bus.time.advance(Duration.ofSeconds(61));
    bus.hub.use(bus.hub.lock());
    assertThat(bus.hub.peers()).isZero();
    assertThat(refusal(initialize("agent:a", token))).isEqualTo("unauthenticated");
  }

  @Test
  void guessingIsSlowedDownAndAGoodTokenStillWorks() {
    String token = grant("agent:a", List.of(), List.of(), Set.of(), false, false, null);
    lock();
    for (int i = 0; i < 30; i++) {
      assertThat(refusal(initialize("agent:a", "bub_00000000_guess" + i)))
          .isEqualTo("unauthenticated");
    }
    assertThat(refusal(initialize("agent:a", "bub_00000000_more"))).isEqualTo("rate_limited");
    bus.connect(Dialects.ADDRESS).result("initialize", initialize("agent:a", token));
    bus.time.advance(Duration.ofSeconds(2));
    assertThat(refusal(initialize("agent:a", "bub_00000000_again"))).isEqualTo("unauthenticated");
  }

  @Test
  void messagesPastTheRateAreRefusedWithTheTimeToWait() {
    var slow =
        new TestBus(
            new BusRules(TypeRules.builtIn(false), OnFailure.OPEN, new RateLimits(2, 0, 30, 0)));
    RawPeer peer = slow.peer(Dialects.ADDRESS, "agent:a");
    peer.result("sendMessage", message("agent:a", "x"));
    peer.result("sendMessage", message("agent:a", "x"));
    assertThat(peer.errorCode("sendMessage", message("agent:a", "x"))).isEqualTo(-32012);
    assertThat(reason(peer)).isEqualTo("rate_limited");
    assertThat(peer.lastAnswer().get("error").get("data").get("retryAfterMs").asInt())
        .isBetween(1, 500);
    slow.peer(Dialects.ADDRESS, "agent:b").result("sendMessage", message("agent:b", "x"));
    slow.time.advance(Duration.ofMillis(600));
    peer.result("sendMessage", message("agent:a", "x"));
  }
}
