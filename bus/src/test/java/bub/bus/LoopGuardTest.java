package bub.bus;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.deliver.InterceptorChain;
import bub.bus.policy.RateLimits;
import bub.bus.policy.TypeRules;
import bub.bus.trace.GuardSettings;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import bub.protocol.trace.TraceId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The bus stops endless loops between agents, and nothing else. */
class LoopGuardTest {
  private final TestBus bus = new TestBus();
  private int sent;

  @Test
  void stopsTwoAgentsThatNameTheirCauses() {
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    RpcError error = null;
    String cause = send(a, "agent:b", "start", null).id();
    int rounds = 0;
    while (error == null && rounds++ < 1_000) {
      TestPeer sender = rounds % 2 == 1 ? b : a;
      Sent reply = send(sender, rounds % 2 == 1 ? "agent:a" : "agent:b", "text " + rounds, cause);
      error = reply.error();
      cause = reply.id();
    }
    assertThat(rounds).isLessThan(40);
    assertThat(requireNonNull(error).code()).isEqualTo(ErrorCodes.OVERLOADED);
    assertThat(error.reason()).isEqualTo("loop_detected");
    assertThat(data(error)).contains("\"rule\":\"depth\"").doesNotContain("retryAfterMs");
  }

  @Test
  void refusesTheSameExchangeForTheThirdTime() {
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    String cause = send(a, "agent:b", "ping", null).id();
    RpcError error = null;
    int messages = 0;
    while (error == null && messages < 100) {
      Sent next =
          messages++ % 2 == 0
              ? send(b, "agent:a", "pong", cause)
              : send(a, "agent:b", "ping", cause);
      error = next.error();
      cause = next.id();
    }
    assertThat(messages).isLessThan(8);
    assertThat(data(error)).contains("\"rule\":\"repeats\"");
  }

  @Test
  void stopsAgentsThatNameNoCausesButRepeatThemselves() {
    List<TestPeer> ring = List.of(bus.peer("agent:a"), bus.peer("agent:b"), bus.peer("agent:c"));
    List<String> next = List.of("agent:b", "agent:c", "agent:a");
    RpcError error = null;
    int messages = 0;
    while (error == null && messages < 1_000) {
      int at = messages++ % 3;
      error = send(ring.get(at), next.get(at), "over to you", null).error();
    }
    assertThat(messages).isLessThan(400);
    assertThat(data(error)).contains("\"rule\":\"cycles\"");
  }

  @Test
  void aQuestionThatIsAskedEveryFewSecondsIsNoLoop() {
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    for (int i = 0; i < 200; i++) {
      assertThat(send(a, "agent:b", "are you well?", null).error()).isNull();
      assertThat(send(b, "agent:a", "yes", null).error()).isNull();
      bus.time.advance(Duration.ofSeconds(5));
    }
  }

  @Test
  void aStreamInOneDirectionIsNeverALoop() {
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    String cause = send(b, "agent:a", "begin", null).id();
    for (int i = 0; i < 5_000; i++) {
      assertThat(send(a, "agent:b", "tick", null).error()).isNull();
      if (i < 150) {
        assertThat(send(a, "agent:x", "tick", cause).error()).isNull();
      }
    }
  }

  @Test
  void limitsTheMessagesOfATurnUntilSomebodyAllowsMore() {
    TestPeer asker = personAt("tg:1");
    TestPeer a = bus.peer("agent:boss");
    TestPeer worker = bus.peer("agent:a");
    TestPeer guard = bus.peer("agent:watcher").subscribes("system:guard");
    String question = send(asker, "agent:boss", "do it", null).id();
    String order = send(a, "agent:a", "work", question).id();
    RpcError error = null;
    int replies = 0;
    while (error == null && replies < 1_000) {
      error = send(worker, "agent:boss", "part " + replies++, order).error();
    }
    assertThat(replies).isEqualTo(201);
    assertThat(data(error)).contains("\"rule\":\"messages\"").contains("\"limit\":200");
    assertThat(guard.received).hasSize(1);
    assertThat(guard.received.getFirst().from()).isEqualTo(new Address("system:trace"));
    assertThat(order(asker, "trace_continue", question)).contains("continues");
    assertThat(send(worker, "agent:boss", "more", order).error()).isNull();
  }

  @Test
  void limitsTheTurnsOfAnAgentWithoutAPerson() {
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    RpcError error = null;
    int turns = 0;
    while (error == null && turns < 1_000) {
      String question = send(a, "agent:b", "question " + turns, null).id();
      Sent answer = send(b, "agent:a", "answer " + turns, question);
      assertThat(answer.error()).isNull();
      error = send(a, "agent:b", "thanks for " + turns++, answer.id()).error();
    }
    assertThat(turns).isEqualTo(61);
    assertThat(data(error)).contains("\"rule\":\"turns\"");
    bus.time.advance(Duration.ofMinutes(1));
    String question = send(a, "agent:b", "later", null).id();
    String answer = send(b, "agent:a", "yes", question).id();
    assertThat(send(a, "agent:b", "thanks", answer).error()).isNull();
  }

  @Test
  void neverLimitsAPersonWithASession() {
    TestPeer person = personAt("tg:1");
    TestPeer agent = bus.peer("agent:a");
    String cause = null;
    for (int i = 0; i < 300; i++) {
      Sent words = send(person, "agent:a", "hello", cause);
      assertThat(words.error()).isNull();
      Sent answer = send(agent, "tg:1", "hello", words.id());
      assertThat(answer.error()).isNull();
      cause = answer.id();
    }
  }

  @Test
  void aCauseCountsOnlyForPeersThatKnowTheMessage() {
    TestPeer a = bus.peer("agent:a");
    bus.peer("agent:b");
    TestPeer stranger = bus.peer("agent:stranger");
    String cause = send(a, "agent:b", "secret", null).id();
    bus.activity.causes.clear();
    assertThat(send(stranger, "agent:b", "forged", cause).error()).isNull();
    assertThat(bus.activity.causes).isEmpty();
    send(a, "agent:b", "true", cause);
    TraceId trace = TraceId.startedBy(new Address("agent:a"), new MessageId(cause));
    assertThat(bus.activity.causes).singleElement().asString().contains(" in " + trace + " by ");
  }

  @Test
  void ignoresTheTraceOfOthersAndInvalidValues() {
    TestPeer a = bus.peer("agent:a");
    bus.peer("agent:b");
    TestPeer stranger = bus.peer("agent:stranger");
    String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    a.sends("agent:b", "own", json("{\"trace\":\"" + parent + "\"}"));
    assertThat(bus.activity.causes).hasSize(1);
    stranger.sends("agent:b", "other", json("{\"trace\":\"" + parent + "\"}"));
    stranger.sends("agent:b", "odd", json("{\"trace\":[1],\"cause\":{}}"));
    assertThat(bus.activity.causes).hasSize(1);
  }

  @Test
  void retriesOfOneMessageAndEventsDoNotCount() {
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    String cause = send(a, "agent:b", "x", null).id();
    for (int i = 0; i < 20; i++) {
      assertThat(error(b.sends("agent:a", "same-id", text("agent_message", "y", cause)))).isNull();
    }
    for (int i = 0; i < 300; i++) {
      assertThat(error(b.sends("agent:a", "e" + i, text("agent_event", "y", cause)))).isNull();
    }
  }

  @Test
  void aStoppedTurnDeliversNothingMoreAndItsAgentsAreTold() {
    TestPeer person = bus.peer("tg:1");
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    String question = send(person, "agent:a", "do it", null).id();
    String order = send(a, "agent:b", "help me", question).id();
    assertThat(order(bus.peer("tg:2"), "trace_stop", question)).contains("only the person");
    assertThat(order(person, "trace_stop", question)).contains("stopped");
    assertThat(a.received.getLast().payload().toString()).contains("trace_stopped");
    assertThat(b.received.getLast().payload().toString()).contains("trace_stopped");
    RpcError error = send(b, "agent:a", "result", order).error();
    assertThat(requireNonNull(error).reason()).isEqualTo("turn_stopped");
    assertThat(error(a.sends("tg:1", "t", text("agent_event", "typing", question)))).isNotNull();
    assertThat(send(person, "agent:a", "next question", null).error()).isNull();
  }

  @Test
  void theSameShortAnswerToDifferentTasksIsNoLoop() {
    TestPeer boss = bus.peer("agent:boss");
    TestPeer worker = bus.peer("agent:worker");
    String cause = send(boss, "agent:worker", "task 0", null).id();
    for (int i = 1; i < 10; i++) {
      Sent done = send(worker, "agent:boss", "Done.", cause);
      assertThat(done.error()).isNull();
      cause = send(boss, "agent:worker", "task " + i, done.id()).id();
    }
  }

  @Test
  void anAnswerToEachQuestionOfAnAgentIsNoLoopHoweverFast() {
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    for (int i = 0; i < 500; i++) {
      String question = send(a, "agent:b", "price of " + i, null).id();
      assertThat(send(b, "agent:a", "42", question).error()).isNull();
    }
  }

  @Test
  void aCauseThatTheBusDoesNotKnowDoesNotTurnTheGuardOff() {
    List<TestPeer> ring = List.of(bus.peer("agent:a"), bus.peer("agent:b"), bus.peer("agent:c"));
    List<String> next = List.of("agent:b", "agent:c", "agent:a");
    RpcError error = null;
    int messages = 0;
    while (error == null && messages < 2_000) {
      int at = messages++ % 3;
      error = send(ring.get(at), next.get(at), "over to you", "no-such-message").error();
    }
    assertThat(data(error)).contains("\"rule\":\"cycles\"");
  }

  @Test
  void oneIdForAllMessagesDoesNotTurnTheGuardOff() {
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    RpcError error = null;
    int messages = 0;
    while (error == null && messages < 2_000) {
      error =
          messages++ % 2 == 0
              ? error(a.sends("agent:b", "1", text("agent_message", "ping", null)))
              : error(b.sends("agent:a", "1b", text("agent_message", "pong", null)));
    }
    assertThat(error).isNotNull();
  }

  @Test
  void aListenerCannotGetAPublisherRefused() {
    TestPeer ticker = bus.peer("agent:ticker");
    TestPeer listener = bus.peer("agent:listener").subscribes("ticks");
    bus.peer("agent:other").subscribes("ticks");
    for (int i = 0; i < 1_000; i++) {
      assertThat(send(ticker, "ticks", "tick", null).error()).isNull();
      assertThat(send(listener, "agent:ticker", "thanks", null).error()).isNull();
    }
  }

  @Test
  void nobodyCanTakeOverATurnByItsMessageIdOrItsTrace() {
    TestPeer person = personAt("tg:1");
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    String question = send(person, "agent:a", "do it", null).id();
    String order = send(a, "agent:b", "help me", question).id();
    b.sends("agent:a", question, text("agent_message", "mine now", null));
    assertThat(order(b, "trace_stop", question)).contains("only the person");
    TraceId trace = TraceId.startedBy(new Address("tg:7"), new MessageId("later"));
    b.sends("agent:a", "squat", json("{\"trace\":\"00-" + trace + "-b7ad6b7169203331-01\"}"));
    RawJson stop = json("{\"type\":\"trace_stop\",\"content\":{\"trace\":\"" + trace + "\"}}");
    assertThat(b.sends("system:trace", "o-squat", stop).acks().getFirst().success()).isFalse();
    assertThat(send(b, "agent:a", "result", order).error()).isNull();
    assertThat(send(a, "tg:1", "done", question).error()).isNull();
  }

  @Test
  void aRetryAfterTheStopIsNotDelivered() {
    TestPeer person = personAt("tg:1");
    TestPeer a = bus.peer("agent:a");
    TestPeer b = bus.peer("agent:b");
    String question = send(person, "agent:a", "do it", null).id();
    RawJson words = text("agent_message", "help", question);
    assertThat(error(a.sends("agent:b", "again", words))).isNull();
    assertThat(order(person, "trace_stop", question)).contains("stopped");
    assertThat(requireNonNull(error(a.sends("agent:b", "again", words))).reason())
        .isEqualTo("turn_stopped");
    assertThat(b.received).hasSize(2);
  }

  @Test
  void nobodyCanBeTheBusItself() {
    assertThat(bus.connect().initialize("system:trace")).isInstanceOf(Reply.Rejected.class);
    TestPeer a = bus.peer("agent:a");
    assertThat(a.sends("system:trace", "agent:b", "trace_stopped", "x").error().reason())
        .isEqualTo("send_as_not_granted");
  }

  @Test
  void exemptSendersAndADisabledGuardAreNotLimited() {
    for (GuardSettings settings :
        List.of(
            GuardSettings.off(),
            GuardSettings.standard().exempting(List.of(Pattern.of("agent:*"))))) {
      var free =
          new TestBus(
              new BusRules(
                  TypeRules.builtIn(false),
                  InterceptorChain.OnFailure.OPEN,
                  RateLimits.standard(),
                  settings,
                  List.of()));
      TestPeer a = free.peer("agent:a");
      TestPeer b = free.peer("agent:b");
      String cause = send(a, "agent:b", "ping", null).id();
      for (int i = 0; i < 100; i++) {
        Sent pong = send(b, "agent:a", "pong", cause);
        assertThat(pong.error()).isNull();
        cause = send(a, "agent:b", "ping", pong.id()).id();
      }
    }
  }

  @Test
  void forgedTracesCostNoMemory() {
    TestPeer a = bus.peer("agent:a");
    bus.peer("agent:b");
    for (int i = 0; i < 30_000; i++) {
      String trace = "00-%032x-b7ad6b7169203331-01".formatted(i + 1);
      a.sends("agent:b", "f" + i, json("{\"trace\":\"" + trace + "\",\"cause\":\"x" + i + "\"}"));
    }
    assertThat(bus.hub.metrics().values().get("traces_recent")).isLessThanOrEqualTo(4_096);
    assertThat(bus.hub.metrics().values().get("messages_indexed")).isLessThanOrEqualTo(16_384);
  }

  // ---- sending

  /** A chat to which the system agent has assigned an agent. */
  private TestPeer personAt(String chat) {
    TestPeer person = bus.peer(chat);
    bus.peer("agent:system")
        .sends(chat, "r1", json("{\"type\":\"route_assigned\",\"content\":{}}"));
    return person;
  }

  private record Sent(String id, @Nullable RpcError error) {}

  private Sent send(TestPeer from, String to, String words, @Nullable String cause) {
    String id = "s" + ++sent;
    return new Sent(id, error(from.sends(to, id, text("agent_message", words, cause))));
  }

  private static @Nullable RpcError error(TestPeer.Pending sending) {
    return sending.reply() instanceof Reply.Rejected(RpcError refusal) ? refusal : null;
  }

  private String order(TestPeer by, String type, String message) {
    RawJson payload =
        json("{\"type\":\"" + type + "\",\"content\":{\"message_id\":\"" + message + "\"}}");
    return by.sends("system:trace", "o" + ++sent, payload).acks().getFirst().message();
  }

  private static String data(@Nullable RpcError error) {
    return requireNonNull(requireNonNull(error).data()).toRaw().toString();
  }

  private static RawJson text(String type, String words, @Nullable String cause) {
    String causeMember = cause == null ? "" : ",\"cause\":\"" + cause + "\"";
    return json(
        "{\"type\":\"%s\",\"content\":{\"text\":\"%s\"}%s}".formatted(type, words, causeMember));
  }

  private static RawJson json(String text) {
    try {
      return RawJson.parse(text);
    } catch (InvalidJson impossible) {
      throw new AssertionError(impossible);
    }
  }
}
