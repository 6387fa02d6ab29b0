package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.Dialects;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import bub.protocol.Status;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Rules for the calls of a connection and their order. */
class ConversationRulesTest {
  private final TestBus bus = new TestBus();

  @Test
  void answersNothingBeforeInitialize() {
    TestPeer stranger = bus.connect();
    for (String method :
        new String[] {"ping", "subscribe", "sendMessage", "getStatus", "nonsense"}) {
      assertThat(codeOf(stranger.asks(method, null)))
          .as(method)
          .isEqualTo(ErrorCodes.NOT_INITIALIZED);
    }
  }

  @Test
  void refusesASecondInitialize() {
    assertThat(codeOf(bus.peer("agent:a").initialize("agent:b")))
        .isEqualTo(RpcError.INVALID_REQUEST);
  }

  @Test
  void closesAConnectionThatDoesNotIntroduceItself() {
    TestPeer stranger = bus.connect();
    bus.pass(Duration.ofSeconds(59));
    assertThat(stranger.closed()).isNull();
    bus.pass(Duration.ofSeconds(2));
    assertThat(stranger.closed()).contains("no initialize");
  }

  @Test
  void listensToItsOwnAddressLiterallyOnly() {
    TestPeer star = bus.peer("*");
    TestPeer other = bus.peer("tg:1");
    assertThat(other.sends("secret", "agent:a").acks()).isEmpty();
    assertThat(other.sends("for you", "*").acks()).hasSize(1);
    assertThat(star.received).hasSize(1);
  }

  @Test
  void unsubscribesByTheVeryPatternOnly() {
    TestPeer peer = bus.peer("agent:a").subscribes("tg:*");
    assertThat(codeOf(peer.unsubscribes("tg:?"))).isEqualTo(ErrorCodes.SUBSCRIPTION_NOT_FOUND);
    assertThat(peer.unsubscribes("tg:*")).isInstanceOf(Reply.Answered.class);
    assertThat(codeOf(peer.unsubscribes("tg:*"))).isEqualTo(ErrorCodes.SUBSCRIPTION_NOT_FOUND);
    assertThat(bus.peer("tg:1").sends("hello", "tg:9").acks()).isEmpty();
  }

  @Test
  void subscribingTwiceIsFineAndCountsOnce() {
    bus.peer("agent:a").subscribes("room:*").subscribes("room:*");
    assertThat(bus.hub.status(Status.Query.first()).connections().getFirst().subscriptions())
        .containsExactly("agent:a", "room:*");
  }

  @Test
  void limitsSubscriptions() {
    var small = new TestBus(TestBus.limits(10, 2));
    TestPeer peer = small.peer("agent:a").subscribes("one:*");
    assertThat(
            peer.asks(
                Methods.SUBSCRIBE, out -> out.beginObject().field("address", "two:*").endObject()))
        .isInstanceOfSatisfying(
            Reply.Rejected.class,
            refused -> {
              assertThat(refused.error().code()).isEqualTo(RpcError.INVALID_PARAMS);
              assertThat(refused.error().data())
                  .asInstanceOf(InstanceOfAssertFactories.type(Object.class))
                  .hasToString("{\"reason\":\"too_many_subscriptions\"}");
            });
  }

  @Test
  void theNewestOfTwoWithOneNameWins() {
    TestPeer old = bus.peer("agent:a").subscribes("room:*").thatNeverAnswers();
    TestPeer sender = bus.peer("tg:1");
    var open = sender.sends("hello", "agent:a");

    TestPeer newer = bus.peer("agent:a");

    assertThat(old.closed()).contains("replaced by a new connection");
    assertThat(open.acks().getFirst().shouldRetry()).isTrue();
    assertThat(sender.sends("hello", "agent:a").acks()).hasSize(1);
    assertThat(newer.received).hasSize(1);
    assertThat(sender.sends("hello", "room:1").acks()).isEmpty();
  }

  @Test
  void theOldConnectionsEndDoesNotUnseatTheNewOne() {
    TestPeer old = bus.peer("agent:a");
    bus.peer("agent:a");
    old.hangsUp();
    assertThat(bus.peer("tg:1").sends("hello", "agent:a").acks()).hasSize(1);
  }

  @Test
  void nobodySpeaksAsAnotherLivePeer() {
    bus.peer("agent:a");
    TestPeer rogue = bus.peer("agent:rogue");
    RpcError error = rogue.sends("agent:a", "tg:1", "agent_message", "I am a").error();
    assertThat(error.code()).isEqualTo(RpcError.INVALID_PARAMS);
    assertThat(error.message()).contains("agent:a");
    assertThat(bus.activity.events).contains("send_finish agent:a refused");
  }

  @Test
  void countsRefusalsByTheirReason() {
    bus.peer("agent:a");
    TestPeer rogue = bus.peer("agent:rogue");
    rogue.sends("agent:a", "tg:1", "agent_message", "I am a");
    rogue.sends("agent:rogue", "tg:1", "spawn_result", "I am the system");
    rogue.sends("agent:rogue", "lobby", "spawn_result", "I am the system");
    bus.hub.drain();
    rogue.sends("agent:rogue", "tg:1", "agent_message", "too late");

    assertThat(bus.hub.metrics().values())
        .containsEntry("messages_refused_total", 4L)
        .containsEntry("messages_refused_send_as_not_granted_total", 1L)
        .containsEntry("messages_refused_type_not_allowed_total", 2L)
        .containsEntry("messages_refused_draining_total", 1L)
        .containsEntry("messages_refused_rate_limited_total", 0L);
  }

  @Test
  void aMessageWithoutFromComesFromItsSender() {
    TestPeer agent = bus.peer("agent:a");

    bus.peer(Dialects.ADDRESS, "discord:77")
        .result("sendMessage", "{\"to\":\"agent:a\",\"messageId\":\"m1\",\"payload\":{}}");

    assertThat(agent.received.getFirst().from().value()).isEqualTo("discord:77");
  }

  @Test
  void aRouterMaySpeakForAddressesThatAreNobodysOwn() {
    TestPeer bridge = bus.peer("telegram-bridge");
    TestPeer agent = bus.peer("agent:a");
    assertThat(bridge.sends("tg:55", "agent:a", "tg_message", "hi").acks()).hasSize(1);
    assertThat(agent.received.getFirst().from().value()).isEqualTo("tg:55");
  }

  @Test
  void onlyTheTypesOfTheSystemAgentAreReserved() {
    bus.peer("agent:b");
    TestPeer agent = bus.peer("agent:a");
    for (String type : List.of("spawn_result", "route_assigned")) {
      assertThat(agent.sends("agent:a", "agent:b", type, "x").error().code())
          .isEqualTo(RpcError.INVALID_PARAMS);
    }
    for (String type : List.of("tg_message", "tg_reply", "agent_event", "my_own_type")) {
      assertThat(agent.sends("agent:a", "agent:b", type, "x").acks()).hasSize(1);
    }
  }

  @Test
  void aLeavingPeerTakesItsSubscriptionsAlong() {
    TestPeer peer = bus.peer("agent:a").subscribes("room:*");
    peer.hangsUp();
    assertThat(bus.hub.status(Status.Query.first()).connections()).isEmpty();
    assertThat(bus.hub.metrics().values()).containsEntry("subscriptions", 0L);
  }

  @Test
  void aDrainingBusTakesNoNewMessagesAndNoNewPeers() {
    TestPeer worker = bus.peer("agent:a").thatNeverAnswers();
    TestPeer sender = bus.peer("tg:1");
    var before = sender.sends("hello", "agent:a");
    bus.hub.drain();

    assertThat(sender.sends("late", "agent:a").error().code()).isEqualTo(ErrorCodes.DRAINING);
    assertThat(codeOf(bus.connect().initialize("tg:2"))).isEqualTo(ErrorCodes.DRAINING);
    assertThat(bus.hub.isQuiet()).isFalse();
    worker.answersAtLast(bub.protocol.Ack.ok("done"));
    assertThat(before.acks()).hasSize(1);
    assertThat(bus.hub.isQuiet()).isTrue();
  }

  private static int codeOf(Reply reply) {
    return ((Reply.Rejected) reply).error().code();
  }
}
