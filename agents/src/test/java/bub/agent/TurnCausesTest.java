package bub.agent;

import static bub.testkit.FakeOpenAiAnswer.calls;
import static bub.testkit.FakeOpenAiAnswer.says;
import static bub.testkit.FakeOpenAiAnswer.waitsFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.Payload;
import bub.protocol.trace.Causality;
import bub.protocol.trace.GuardReasons;
import bub.protocol.trace.Step;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Everything that a turn sends names the message that the turn answers. */
class TurnCausesTest extends AgentTest {
  private static final String HI = "{\"to\": \"agent:friend\", \"text\": \"hi\"}";

  private final WireTap tap = new WireTap();

  @Override
  AgentSettings settings() {
    return tap.on(super.settings());
  }

  private static Causality resultOf(String from, String id) {
    return Causality.resultOf(
        new Envelope(
            new Address(from), new Address(AGENT), new MessageId(id), RawJson.EMPTY_OBJECT));
  }

  private List<Causality> causesOfReplies() {
    return chat.got().stream()
        .filter(envelope -> ChatReply.TYPE.equals(envelope.type()))
        .map(envelope -> Causality.read(envelope.payload()))
        .toList();
  }

  @Test
  void theAnswerTheToolsTheLobbyCallsAndTheEventsNameTheMessage() throws Exception {
    model.then(
        calls("send_message", HI),
        calls("lobby_call", "{\"capability_name\": \"price\"}"),
        says("Done."));
    try (TestPeer friend = bus.peer("agent:friend")) {
      start();
      chat.asks(AGENT, "m1", "go");
      assertThat(friend.got()).hasSize(1);
    }
    assertThat(tap.sent())
        .filteredOn(each -> !each.to().value().equals("agent:system"))
        .allSatisfy(
            each -> assertThat(Causality.read(each.payload())).isEqualTo(resultOf("term:1", "m1")))
        .extracting(each -> each.to().value())
        .contains("term:1", "agent:friend", "system:lobby", "system:steps");
  }

  @Test
  void anAgentThatIsAskedStaysInTheTraceThatAskedIt() throws Exception {
    start();
    Causality asked = resultOf("term:7", "question");
    RawJson payload = asked.addTo(Payload.of(new AgentMessage("what time is it?")).toRaw());
    try (TestPeer other = bus.peer("agent:other")) {
      other.sends(AGENT, "x1", payload);
      chat.awaitReplies(1);
    }
    Causality reply = causesOfReplies().getFirst();
    assertThat(reply.cause()).hasToString("x1");
    assertThat(Objects.requireNonNull(reply.trace()).trace())
        .isEqualTo(Objects.requireNonNull(asked.trace()).trace());
  }

  @Test
  void theAnswerAfterARestartNamesTheMessageToo() throws Exception {
    var never = new CountDownLatch(1);
    model.then(waitsFor(never, says("too late")), says("In time."));
    start();
    chat.types(AGENT, "m1", "hello");
    await().until(() -> model.requests().size() == 1);
    restart();
    chat.awaitReplies(1);
    never.countDown();
    assertThat(causesOfReplies()).containsExactly(resultOf("term:1", "m1"));
  }

  @Test
  void aScheduledMessageBelongsToTheTurnThatScheduledIt() throws Exception {
    model.then(calls("schedule_message", "{\"when\": \"1s\", \"text\": \"tea\"}"), says("I will."));
    start();
    chat.asks(AGENT, "m1", "remind me of tea");
    chat.awaitReplies(2);
    assertThat(causesOfReplies()).hasSize(2).containsOnly(resultOf("term:1", "m1"));

    Step wait =
        tap.steps().stream()
            .filter(step -> step.kind() == Step.Kind.WAIT)
            .findFirst()
            .orElseThrow();
    assertThat(wait.name()).isEqualTo("schedule");
    assertThat(wait.millis()).isBetween(900L, 60_000L);
    assertThat(tap.steps())
        .filteredOn(step -> step.messageId().equals(wait.messageId()))
        .extracting(Step::number)
        .containsExactly(1, 2);
  }

  @Test
  void aToolThatTheLoopGuardRefusesTellsTheModelToFinish() throws Exception {
    tap.refuse(
        "agent:friend",
        RpcError.of(ErrorCodes.OVERLOADED, "too many messages in this turn")
            .because(GuardReasons.LOOP_DETECTED));
    model.then(calls("send_message", HI), says("I stopped."));
    start();
    assertThat(chat.asks(AGENT, "m1", "go")).isEqualTo("I stopped.");
    assertThat(model.lastRequest().last("tool"))
        .contains("loop guard", "too many messages in this turn", "Finish now");
  }

  @Test
  void anAnswerThatTheLoopGuardRefusesIsGivenUp() throws Exception {
    tap.refuse(
        "term:1", RpcError.of(ErrorCodes.OVERLOADED, "stopped").because(GuardReasons.TURN_STOPPED));
    start();
    chat.types(AGENT, "m1", "hello");
    await().until(() -> tap.sentTo("term:1").stream().anyMatch(TurnCausesTest::isReply));
    await()
        .untilAsserted(
            () ->
                assertThat(
                        chat.commands(AGENT, "status")
                            .payload()
                            .fields()
                            .integer("waiting_replies", -1))
                    .isZero());
    assertThat(tap.sentTo("term:1")).filteredOn(TurnCausesTest::isReply).hasSize(1);
  }

  private static boolean isReply(WireTap.Sent each) {
    return each.payload().fields().string("type").equals(ChatReply.TYPE);
  }
}
