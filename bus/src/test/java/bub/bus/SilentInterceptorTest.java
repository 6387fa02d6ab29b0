package bub.bus;

import static bub.bus.RawPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.deliver.InterceptorChain.OnFailure;
import bub.bus.dialect.Dialects;
import bub.bus.policy.RateLimits;
import bub.bus.policy.TypeRules;
import bub.protocol.Ack;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Messages stop waiting for an interceptor that does not answer. */
class SilentInterceptorTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(6);
  private static final String OK = "{\"success\":true,\"stopPropagation\":false}";
  private static final String STOP = "{\"success\":true,\"stopPropagation\":true}";

  private final TestBus open = new TestBus();
  private final TestBus closed =
      new TestBus(new BusRules(TypeRules.builtIn(false), OnFailure.CLOSED, RateLimits.standard()));

  private static RawPeer gate(TestBus bus) {
    RawPeer gate = bus.peer(Dialects.CLASSIC, "gate");
    gate.result("subscribe", "{\"topic\":\"agent:*\"}");
    return gate;
  }

  private static void trip(TestBus bus) {
    TestPeer sender = bus.peer("tg:0");
    for (int i = 0; i < 3; i++) {
      sender.sends("hello", "agent:a");
      bus.pass(TIMEOUT);
    }
  }

  private static List<JsonNode> statuses(RawPeer gate) {
    return gate.calls.stream()
        .filter(call -> call.get("method").asString().equals("interceptorStatus"))
        .map(call -> call.get("params"))
        .toList();
  }

  private static long messages(RawPeer gate) {
    return gate.calls.stream().filter(call -> call.has("id")).count();
  }

  private static long tripped(TestBus bus) {
    return bus.hub.metrics().values().getOrDefault("interceptors_tripped", -1L);
  }

  @Test
  void messagesPassAtOnceWhenFailuresAreOpen() {
    TestPeer agent = open.peer("agent:a");
    gate(open);
    assertThat(tripped(open)).isZero();
    trip(open);

    assertThat(open.peer("tg:1").sends("now", "agent:a").acks())
        .extracting(Ack::success)
        .containsExactly(false, true);
    assertThat(agent.received).hasSize(4);
    assertThat(tripped(open)).isEqualTo(1);
  }

  @Test
  void messagesAreHaltedAtOnceWhenFailuresAreClosed() {
    TestPeer agent = closed.peer("agent:a");
    gate(closed);
    trip(closed);

    assertThat(closed.peer("tg:1").sends("now", "agent:a").acks().getFirst().message())
        .isEqualTo("halted by gate");
    assertThat(agent.received).isEmpty();
  }

  @Test
  void itsOwnerIsToldOnce() {
    RawPeer gate = gate(open);
    open.peer("agent:a");
    trip(open);
    trip(open);
    assertThat(statuses(gate))
        .containsExactly(json("{\"suspended\":true,\"missed\":3,\"failureMode\":\"open\"}"));
  }

  @Test
  void oneMessageFindsOutWhetherItAnswersAndDoesNotWait() {
    TestPeer agent = open.peer("agent:a");
    RawPeer gate = gate(open);
    trip(open);
    open.pass(TIMEOUT);
    long before = messages(gate);

    TestPeer sender = open.peer("tg:1");
    assertThat(sender.sends("probe", "agent:a").acks()).hasSize(2);
    assertThat(sender.sends("next", "agent:a").acks()).hasSize(2);
    assertThat(messages(gate)).isEqualTo(before + 1);
    assertThat(agent.received).hasSize(5);

    gate.thatAnswers(STOP);
    open.pass(TIMEOUT);
    open.pass(TIMEOUT);
    // The verdict on a message that has passed already is too late to halt it.
    assertThat(sender.sends("second probe", "agent:a").acks()).hasSize(2);
    assertThat(tripped(open)).isZero();
    assertThat(statuses(gate))
        .last()
        .isEqualTo(json("{\"suspended\":false,\"missed\":0,\"failureMode\":\"open\"}"));
    assertThat(sender.sends("halted", "agent:a").acks().getFirst().message())
        .isEqualTo("halted by gate");
  }

  @Test
  void theMessageThatFindsOutWaitsWhenFailuresAreClosed() {
    TestPeer agent = closed.peer("agent:a");
    RawPeer gate = gate(closed);
    trip(closed);
    closed.pass(TIMEOUT);
    gate.thatAnswers(OK);

    assertThat(closed.peer("tg:1").sends("probe", "agent:a").acks())
        .extracting(Ack::success)
        .containsExactly(true, true);
    assertThat(agent.received).hasSize(1);
    assertThat(tripped(closed)).isZero();
  }

  @Test
  void isForgottenWhenItLeaves() {
    open.peer("agent:a");
    RawPeer gate = gate(open);
    trip(open);
    gate.hangsUp();
    assertThat(tripped(open)).isZero();
  }

  @Test
  void anAnswerNowAndThenIsEnoughToBeWaitedFor() {
    TestPeer agent = open.peer("agent:a");
    RawPeer gate = gate(open);
    TestPeer sender = open.peer("tg:1");
    for (int i = 0; i < 4; i++) {
      gate.thatAnswers(_ -> Optional.empty());
      sender.sends("silent", "agent:a");
      open.pass(TIMEOUT);
      sender.sends("silent", "agent:a");
      open.pass(TIMEOUT);
      gate.thatAnswers(OK);
      sender.sends("answered", "agent:a");
    }
    assertThat(agent.received).hasSize(12);
    assertThat(statuses(gate)).isEmpty();
  }
}
