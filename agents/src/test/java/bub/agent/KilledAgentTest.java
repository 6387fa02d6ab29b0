package bub.agent;

import static bub.testkit.FakeOpenAiAnswer.calls;
import static bub.testkit.FakeOpenAiAnswer.says;
import static bub.testkit.FakeOpenAiAnswer.waitsFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.message.TgReply;
import bub.testkit.ChildProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ended in the middle, with and without warning: every message is answered, each once. */
class KilledAgentTest extends AgentTest {
  private final CountDownLatch never = new CountDownLatch(1);
  private final List<ChildProcess> children = new ArrayList<>();

  @AfterEach
  void endTheChild() {
    never.countDown();
    children.forEach(ChildProcess::close);
  }

  private void startAChild() throws Exception {
    children.add(
        ChildProcess.ofMain(
            AgentProgram.class, bus.url().toString(), workspace().toString(), model.baseUrl()));
    children.getLast().awaitLine("started");
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
    assertThat(chat.replies()).extracting(TgReply::replyToMessageId).containsExactly("m1", "m2");
  }

  @Test
  void aTurnThatWasKilledInTheMiddleIsTakenUpAgain() throws Exception {
    model.then(waitsFor(never, says("too late")));
    startAChild();
    chat.types(AGENT, "m1", "first");
    chat.types(AGENT, "m2", "second");
    await().until(() -> model.requests().size() == 1);
    children.getLast().kill();
    startAChild();

    assertThat(chat.awaitReplies(2)).containsExactly("You said: first", "You said: second");
  }

  @Test
  void killedAgainAndAgainItAnswersEveryMessageOnce() throws Exception {
    startAChild();
    var expected = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        String id = "m" + i + "-" + j;
        await().until(() -> isTaken(id));
        expected.add(id);
      }
      int answered = i * 3 - 2 + i % 4; // each time at another moment
      await().until(() -> chat.replies().size() >= answered);
      children.getLast().kill();
      startAChild();
    }
    chat.awaitReplies(expected.size());

    assertThat(chat.asks(AGENT, "end", "the end")).isEqualTo("You said: the end");
    expected.add("end");
    assertThat(chat.replies()).extracting(TgReply::replyToMessageId).isEqualTo(expected);
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

  private boolean isTaken(String id) {
    try {
      return chat.types(AGENT, id, "text of " + id).success();
    } catch (IllegalStateException | AssertionError away) {
      return false; // a chat would try again, too
    }
  }

  @Test
  void whatATurnSentBeforeItWasKilledIsSentUnderTheSameId() throws Exception {
    String hi = "{\"to\": \"agent:friend\", \"text\": \"hi\"}";
    model.then(
        calls("send_message", hi),
        waitsFor(never, says("too late")),
        calls("send_message", hi),
        calls("send_message", hi),
        says("Said hi."));
    try (TestPeer friend = bus.peer("agent:friend")) {
      startAChild();
      chat.types(AGENT, "m1", "say hi");
      await().until(() -> model.requests().size() == 2);
      children.getLast().kill();
      startAChild();
      assertThat(chat.awaitReplies(1)).containsExactly("Said hi.");

      List<String> ids = friend.got().stream().map(e -> e.messageId().value()).toList();
      assertThat(ids).hasSize(3);
      assertThat(ids.get(1)).isEqualTo(ids.get(0));
      assertThat(ids.get(2)).isNotEqualTo(ids.get(0));
    }
  }
}
