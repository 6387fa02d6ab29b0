package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.ChatScene.seconds;
import static bub.channel.TestChannel.ADDRESS;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.client.SendAttempt;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.MessageId;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatReply;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.NoticeEvent;
import bub.protocol.message.Payload;
import bub.protocol.trace.Causality;
import bub.protocol.trace.GuardReasons;
import bub.protocol.trace.TraceOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People stop and continue their turns. */
class TurnOrdersTest {
  private static final String STOPPED = "Stopped.";

  @TempDir private Path directory;
  private ChatScene scene;
  private FakeTraces traces;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    channel = scene.channel;
    traces = new FakeTraces(scene.bus);
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private String stop() throws Exception {
    return channel.service.stop(CHAT).words();
  }

  private static JsonValue partial(Envelope about, long number) {
    return out -> {
      out.beginObject().field("message_id", about.messageId()).field("seq", number);
      out.field("text", "so far").endObject();
    };
  }

  private Ack sendBecauseOf(Envelope cause, AgentEvent.Kind kind) throws Exception {
    RawJson payload = Payload.of(new AgentEvent(kind, RawJson.EMPTY_OBJECT)).toRaw();
    return sendBecauseOf(cause, payload);
  }

  private Ack sendBecauseOf(Envelope cause, RawJson payload) throws Exception {
    try (BusClient other = scene.bus.client(AGENT.value()).connect()) {
      return other.send(ADDRESS, Causality.resultOf(cause).addTo(payload)).acks().getFirst();
    }
  }

  @Test
  void stopTellsTheBusAndTheChatIsReadyForTheNextMessage() throws Exception {
    scene.awaitsAnswerTo("count to a million");

    assertThat(stop()).isEqualTo(STOPPED);

    Envelope order = traces.received().getFirst();
    assertThat(order.from()).isEqualTo(ADDRESS);
    assertThat(traces.orders())
        .containsExactly(
            new TraceOrder(TraceOrder.Action.STOP, null, scene.agent.lastSaid().messageId()));
    assertThat(channel.store.backlog(CHAT).unanswered()).isZero();
    assertThat(scene.agent.heard()).doesNotContain("agent_command");
    await().until(() -> channel.edge.progress().contains(new ChatProgress.Stopped()));

    scene.agent.thatAnswers();
    channel.type("hello");
    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));
    assertThat(channel.edge.notices()).isEmpty();
  }

  @Test
  void stopEndsAllOpenMessages() throws Exception {
    scene.awaitsAnswerTo("one");
    channel.type("two");
    await().until(() -> channel.store.backlog(CHAT).unanswered() == 2);
    assertThat(stop()).isEqualTo(STOPPED);
    assertThat(traces.orders()).hasSize(2);
    assertThat(channel.service.awaitQuiet(CHAT, Duration.ZERO)).isTrue();
  }

  @Test
  void nothingOfAStoppedTurnIsShownAnyMore() throws Exception {
    scene.awaitsAnswerTo("one");
    Envelope one = scene.agent.lastSaid();
    stop();
    channel.type("two");
    await().until(() -> scene.agent.heard().contains("two"));
    await().until(() -> channel.edge.progress().contains(new ChatProgress.Stopped()));

    scene.agent.tells(ADDRESS, AgentEvent.Kind.PARTIAL, partial(one, 1));
    var failed = new DeliveryStatus(one.messageId(), DeliveryStatus.Status.FAILED, "cancelled");
    scene.agent.send(ADDRESS, "status-1", failed);
    assertThat(scene.agent.reply(one, "late")).isEqualTo(refusal());

    Envelope two = scene.agent.lastSaid();
    scene.agent.reply(two, "re: two");
    await().until(() -> channel.edge.replies().equals(List.of("re: two")));
    assertThat(channel.edge.progress()).containsExactly(new ChatProgress.Stopped());
    assertThat(channel.edge.notices()).isEmpty();
  }

  private static Ack refusal() {
    return Ack.failed("the person stopped this turn");
  }

  @Test
  void theCauseOfAMessageTellsItsTurn() throws Exception {
    scene.awaitsAnswerTo("one");
    Envelope one = scene.agent.lastSaid();
    stop();
    channel.type("two");
    await().until(() -> scene.agent.heard().contains("two"));
    scene.agent.close();

    sendBecauseOf(one, AgentEvent.Kind.TYPING);
    var reply = new ChatReply("by the way", null, null, null);
    assertThat(sendBecauseOf(one, Payload.of(reply).toRaw())).isEqualTo(refusal());
    assertThat(channel.edge.progress()).doesNotContain(new ChatProgress.Typing());
    assertThat(channel.edge.replies()).isEmpty();
  }

  @Test
  void aStoppedTurnStaysStoppedAfterARestart() throws Exception {
    scene.awaitsAnswerTo("one");
    stop();
    try (TestChannel next = channel.killedAndStartedAgain()) {
      assertThat(scene.agent.reply(scene.agent.lastSaid(), "late")).isEqualTo(refusal());
      assertThat(next.store.backlog(CHAT).isEmpty()).isTrue();
    }
  }

  @Test
  void theNextMessageDoesNotWaitForTheAckOfTheStoppedOne() throws Exception {
    scene.agent.close();
    var stuck = new CountDownLatch(1);
    var reached = new CountDownLatch(1);
    try (BusClient slow =
        scene
            .bus
            .client(AGENT.value())
            .serveEvery(
                envelope -> {
                  if (FakeAgent.gist(envelope).equals("slow")) {
                    reached.countDown();
                    stuck.await();
                  }
                  return Ack.ok("accepted");
                })) {
      slow.connect();
      scene.system.thatAssigns(AGENT.value());
      channel.type("slow");
      reached.await();

      assertThat(stop()).isEqualTo(STOPPED);
      channel.type("quick");
      await().until(() -> channel.store.backlog(CHAT).unanswered() == 1);
      stuck.countDown();
    }
  }

  @Test
  void theNextMessageDoesNotWaitForTheRetryOfTheStoppedOne() throws Exception {
    scene.system.thatAssigns(AGENT.value());
    scene.agent.thatAcks(Ack.ok("configured")).thatAcks(Ack.retryIn(3_000, "busy"));
    channel.type("one");
    await().until(() -> channel.time.isAwaited(seconds(60)));

    assertThat(stop()).isEqualTo(STOPPED);
    scene.agent.thatAnswers();
    channel.type("two");

    await().until(() -> channel.edge.replies().equals(List.of("re: two")));
    assertThat(scene.agent.heard()).containsExactly("configure", "one", "two");
  }

  @Test
  void aMessageThatHasNotReachedAnAgentIsStoppedToo() throws Exception {
    traces.thatAcks(Ack.failed("the bus does not know this turn"));
    channel.type("hello");
    channel.awaitStage(ChatStage.Spawning.class);
    assertThat(stop()).isEqualTo(STOPPED);
    scene.assignsAgent();
    assertThat(scene.agent.heard()).doesNotContain("hello");
    assertThat(channel.store.backlog(CHAT).isEmpty()).isTrue();
  }

  @Test
  void theAgentIsAskedWhenTheBusDoesNotKnowTheTurn() throws Exception {
    scene.awaitsAnswerTo("hello");
    scene.agent.reply(scene.agent.lastSaid(), "hi");
    await().until(() -> channel.edge.replies().size() == 1);

    traces.thatAcks(Ack.failed("the bus does not know this turn"));
    assertThat(stop()).isEqualTo(STOPPED);
    Envelope command = scene.agent.received().getLast();
    assertThat(command.type()).isEqualTo("agent_command");
    assertThat(command.payload().fields().object("content").fields().string("command"))
        .isEqualTo("stop");

    traces.thatAcks(Ack.failed("the bus does not know this turn"));
    scene.agent.thatAcks(Ack.failed("nothing is running"));
    assertThat(stop()).isEqualTo("Nothing is running.");
  }

  @Test
  void thereIsNothingToStopOrContinueInANewChat() throws Exception {
    assertThat(stop()).isEqualTo("Nothing is running.");
    assertThat(channel.service.continueTurn(CHAT).words())
        .isEqualTo("The command failed: no turn of this chat waits for /continue.");
    assertThat(traces.orders()).isEmpty();
  }

  @Test
  void continueFindsTheTurnThatWaits() throws Exception {
    scene.awaitsAnswerTo("one");
    MessageId one = scene.agent.lastSaid().messageId();
    channel.type("two");
    await().until(() -> scene.agent.heard().contains("two"));

    traces.thatAcks(Ack.failed("this turn has not reached a limit"));
    assertThat(channel.service.continueTurn(CHAT).words()).isEqualTo("The turn continues.");
    assertThat(traces.orders().getLast())
        .isEqualTo(new TraceOrder(TraceOrder.Action.CONTINUE, null, one));

    traces.thatAcks(Ack.failed("this turn has not reached a limit"));
    traces.thatAcks(Ack.failed("this turn was stopped"));
    assertThat(channel.service.continueTurn(CHAT).words())
        .isEqualTo("The command failed: this turn has not reached a limit.");
  }

  @Test
  void aNoticeOfTheSystemAgentIsShownOnceAndEndsTheWait() throws Exception {
    scene.awaitsAnswerTo("hello");
    Envelope hello = scene.agent.lastSaid();
    AgentEvent notice = new NoticeEvent("I stopped this turn.", hello.messageId()).toEvent();

    for (int i = 0; i < 2; i++) {
      assertThat(scene.system.send(ADDRESS, "notice-1", notice).success()).isTrue();
    }

    await().until(() -> channel.edge.notices().size() == 1);
    await().until(() -> channel.store.backlog(CHAT).isEmpty());
    assertThat(channel.edge.notices()).containsExactly("I stopped this turn.");
    assertThat(scene.agent.send(ADDRESS, "notice-2", notice).success()).isFalse();

    assertThat(scene.agent.reply(hello, "it went on").success()).isTrue();
    await().until(() -> channel.edge.replies().equals(List.of("it went on")));
  }

  @Test
  void progressOfAContinuedTurnIsShownUntilItsAnswer() throws Exception {
    scene.awaitsAnswerTo("hello");
    Envelope hello = scene.agent.lastSaid();
    AgentEvent notice = new NoticeEvent("I stopped this turn.", hello.messageId()).toEvent();
    scene.system.send(ADDRESS, "notice-1", notice);
    await().until(() -> channel.edge.notices().size() == 1);
    await().until(() -> channel.store.backlog(CHAT).isEmpty());

    assertThat(channel.service.continueTurn(CHAT).words()).isEqualTo("The turn continues.");
    scene.agent.tells(ADDRESS, AgentEvent.Kind.PARTIAL, partial(hello, 1));
    var shown = new ChatProgress.Partial(hello.messageId().value(), "so far");
    await().until(() -> channel.edge.progress().contains(shown));
    scene.agent.close();
    Envelope later =
        new Envelope(
            new Address("agent:other"),
            AGENT,
            new MessageId("later"),
            Causality.resultOf(hello).addTo(RawJson.EMPTY_OBJECT));
    sendBecauseOf(later, AgentEvent.Kind.TYPING);
    await().until(() -> channel.edge.progress().contains(new ChatProgress.Typing()));

    var reply = new ChatReply("done", null, null, null);
    sendBecauseOf(later, Payload.of(reply).toRaw());
    await().until(() -> channel.edge.replies().equals(List.of("done")));
    List<ChatProgress> before = channel.edge.progress();
    sendBecauseOf(later, AgentEvent.Kind.TYPING);
    assertThat(channel.edge.progress()).isEqualTo(before);
  }

  @Test
  void aRefusalOfTheGuardNamesTheBus() {
    var error = RpcError.of(ErrorCodes.OVERLOADED, "the turn was stopped");
    assertThat(ChatSender.outcome(error.because(GuardReasons.TURN_STOPPED)))
        .isEqualTo(new SendAttempt.Refused("the bus refused it: the turn was stopped"));
    assertThat(ChatSender.outcome(error)).isInstanceOf(SendAttempt.Retry.class);
  }

  @Test
  void anUnreachableBusIsReported() throws Exception {
    scene.awaitsAnswerTo("hello");
    scene.bus.die();
    assertThat(channel.service.stop(CHAT)).isInstanceOf(CommandAnswer.Unreachable.class);
    assertThat(channel.store.backlog(CHAT).isEmpty()).isTrue();
    assertThat(channel.service.continueTurn(CHAT).words()).contains("the bus cannot be reached");
  }

  @Test
  void otherChatsGoOn() throws Exception {
    scene.awaitsAnswerTo("hello");
    channel.service.stop(new ChatId("2"));
    assertThat(channel.store.backlog(CHAT).unanswered()).isEqualTo(1);
  }
}
