package bub.agent;

import static bub.testkit.FakeOpenAiAnswer.refuses;
import static bub.testkit.FakeOpenAiAnswer.says;
import static bub.testkit.FakeOpenAiAnswer.waitsFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.RawJson;
import bub.testkit.FakeOpenAiRequest;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Content, duration and length of an agent's memory. */
class ConversationMemoryTest extends AgentTest {
  private static final AgentLimits SMALL = LIMITS.withMemoryTokens(250);

  @Override
  AgentSettings settings() {
    return super.settings().withLimits(SMALL);
  }

  private static boolean isSummary(FakeOpenAiRequest request) {
    return request.last("system").startsWith("You keep the memory");
  }

  private List<FakeOpenAiRequest> summaries() {
    return model.requests().stream().filter(ConversationMemoryTest::isSummary).toList();
  }

  @Test
  void remembersTheConversationAfterARestart() throws Exception {
    start();
    chat.asks(AGENT, "m1", "my name is Ada");
    restart();
    chat.asks(AGENT, "m2", "what is my name?");
    assertThat(model.lastRequest().messages())
        .extracting(FakeOpenAiRequest.Message::text)
        .containsSubsequence("my name is Ada", "You said: my name is Ada", "what is my name?");
  }

  @Test
  void foldsWhatIsTooMuchIntoASummary() throws Exception {
    model.otherwise(request -> says(isSummary(request) ? "They counted." : "Yes."));
    start();
    for (int i = 1; i <= 24; i++) {
      chat.asks(AGENT, "m" + i, "number " + i + " " + "x".repeat(100));
    }
    await().until(() -> summaries().size() > 1);
    chat.asks(AGENT, "last", "how far did we count?");

    assertThat(summaries().getFirst().last("user"))
        .contains("Person: number 1 ", "Assistant: Yes.");
    FakeOpenAiRequest last = model.lastRequest();
    assertThat(last.last("system"))
        .contains("Summary of the earlier conversation", "They counted.");
    assertThat(last.messages())
        .extracting(FakeOpenAiRequest.Message::text)
        .noneMatch(text -> text.startsWith("number 1 "))
        .anyMatch(text -> text.startsWith("number 24 "));
    assertThat(summaries().get(1).last("user")).contains("They counted.");
  }

  @Test
  void forgetsWithoutASummaryWhenTheModelMakesNone() throws Exception {
    model.otherwise(request -> isSummary(request) ? refuses(400) : says("Yes."));
    start();
    for (int i = 1; i <= 12; i++) {
      chat.asks(AGENT, "m" + i, "number " + i + " " + "x".repeat(100));
    }
    assertThat(chat.asks(AGENT, "last", "still there?")).isEqualTo("Yes.");
    assertThat(status().fields().integer("remembered_chars", 0)).isLessThan(2_000);
    assertThat(status().fields().bool("has_summary")).isFalse();
  }

  @Test
  void oneEnormousTurnIsKeptInShort() throws Exception {
    model.otherwise(_ -> says("y".repeat(50_000)));
    start();
    chat.asks(AGENT, "m1", "x".repeat(50_000));
    chat.asks(AGENT, "m2", "short");
    assertThat(model.lastRequest().messages().get(1).text())
        .startsWith("xxx")
        .contains("left out")
        .hasSizeLessThan(600);
    assertThat(model.lastRequest().messages().get(2).text()).startsWith("yyy").hasSizeLessThan(600);
  }

  @Test
  void forgetsEverythingWhenItsChatSaysSo() throws Exception {
    start();
    chat.asks(AGENT, "m1", "my name is Ada");
    try (TestPeer stranger = bus.peer("web:9")) {
      assertThat(stranger.commands(AGENT, "reset").success()).isFalse();
      assertThat(stranger.commands(AGENT, "status").success()).isFalse();
    }
    assertThat(chat.commands(AGENT, "dance").success()).isFalse();
    assertThat(chat.commands(AGENT, "reset").payload().fields().integer("forgotten_turns", 0))
        .isEqualTo(1);
    chat.asks(AGENT, "m2", "what is my name?");
    assertThat(model.lastRequest().messages())
        .extracting(FakeOpenAiRequest.Message::text)
        .noneMatch(text -> text.contains("Ada"));
  }

  @Test
  void aTurnThatIsUnderWayDuringAResetIsForgottenToo() throws Exception {
    var thought = new CountDownLatch(1);
    model.then(waitsFor(thought, says("Hello Ada.")));
    start();
    chat.types(AGENT, "m1", "my name is Ada");
    await().until(() -> model.requests().size() == 1);
    chat.commands(AGENT, "reset");
    thought.countDown();
    assertThat(chat.awaitReplies(1)).containsExactly("Hello Ada.");
    assertThat(status().fields().integer("remembered_turns", -1)).isZero();
  }

  @Test
  void tellsHowThingsStand() throws Exception {
    start();
    chat.asks(AGENT, "m1", "hello");
    await().until(() -> !status().fields().bool("busy"));
    assertThat(status().fields().string("client_id")).isEqualTo(AGENT);
    assertThat(status().fields().string("talkto")).isEqualTo("term:1");
    assertThat(status().fields().string("model")).isEqualTo("openai/fake-1");
    assertThat(status().fields().integer("waiting_messages", -1)).isZero();
    assertThat(status().fields().integer("remembered_turns", -1)).isEqualTo(1);
  }

  private RawJson status() {
    return chat.commands(AGENT, "status").payload();
  }
}
