package bub.agent;

import static bub.testkit.FakeOpenAiAnswer.calls;
import static bub.testkit.FakeOpenAiAnswer.says;
import static bub.testkit.FakeOpenAiAnswer.waitsFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.message.ChatReply;
import bub.testkit.ChildProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An agent that is stopped or killed in the middle answers every message exactly once. */
class KilledAgentTest extends AgentTest {
  private final CountDownLatch never = new CountDownLatch(1);
  private final List<ChildProcess> children = new ArrayList<>();

  @AfterEach
  void endTheChild() {
    never.countDown();
    children.forEach(ChildProcess::close);
  }

  private void startAChild() throws Exception {
    children.add(AgentProgram.start(bus.url(), workspace(), model.baseUrl()));
  }

  @Test
  void aTurnThatWasClosedInTheMiddleIsTakenUpAgain() throws Exception {
    model.then(waitsFor(never, says("too late")), says("In time."), says("Second."));
    start();
    chat.types(AGENT, "m1", "first");
    chat.types(AGENT, "m2", "second");
    await().until(() -> model.requests().size() == 1);
    restart();

    assertThat(chat.awaitReplies(2)).containsExactly("In time.", "Second.");
    assertThat(chat.replies()).extracting(ChatReply::replyToMessageId).containsExactly("m1", "m2");
  }

  @Test
  void aBusThatDiesDuringATurnDoesNotCostTheAnswer() throws Exception {
    var thought = new CountDownLatch(1);
    model.then(waitsFor(thought, says("After all.")));
    start();
    chat.types(AGENT, "m1", "hello");
    await().until(() -> model.requests().size() == 1);
    int port = bus.port();
    bus.close();
    thought.countDown();
    bus = AgentBus.start(directory, port);

    assertThat(chat.awaitReplies(1)).containsExactly("After all.");
  }

  @Test
  void aTurnThatWasKilledInTheMiddleIsTakenUpAgainAndSendsUnderTheSameIds() throws Exception {
    String hi = "{\"to\": \"agent:friend\", \"text\": \"hi\"}";
    model.then(
        calls("send_message", hi),
        waitsFor(never, says("too late")),
        calls("send_message", hi),
        calls("send_message", hi),
        says("Said hi."),
        says("Second."));
    try (TestPeer friend = bus.peer("agent:friend")) {
      startAChild();
      chat.types(AGENT, "m1", "say hi");
      chat.types(AGENT, "m2", "second");
      await().until(() -> model.requests().size() == 2);
      children.getLast().kill();
      startAChild();
      assertThat(chat.awaitReplies(2)).containsExactly("Said hi.", "Second.");

      List<String> ids = friend.got().stream().map(e -> e.messageId().value()).toList();
      assertThat(ids).hasSize(3);
      assertThat(ids.get(1)).isEqualTo(ids.get(0));
      assertThat(ids.get(2)).isNotEqualTo(ids.get(0));
    }
  }

  @Test
  void anAnswerThatNobodyHasTakenOutlivesTheAgent() throws Exception {
    chat.answering(_ -> Ack.retryIn(1, "not now"));
    startAChild();
    chat.types(AGENT, "m1", "hello");
    await().until(() -> !chat.replies().isEmpty());
    children.getLast().kill();
    int before = chat.got().size();
    chat.answering(_ -> Ack.ok("thanks"));
    start();

    await().until(() -> chat.got().stream().skip(before).anyMatch(KilledAgentTest::isReply));
    assertThat(chat.replyTexts()).containsExactly("You said: hello");
    assertThat(model.requests()).hasSize(1);
  }

  private static boolean isReply(Envelope envelope) {
    return ChatReply.TYPE.equals(envelope.type());
  }
}
