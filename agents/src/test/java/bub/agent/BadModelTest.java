package bub.agent;

import static bub.testkit.FakeOpenAiAnswer.calls;
import static bub.testkit.FakeOpenAiAnswer.hangs;
import static bub.testkit.FakeOpenAiAnswer.hangsAfter;
import static bub.testkit.FakeOpenAiAnswer.hangsUpAfter;
import static bub.testkit.FakeOpenAiAnswer.refuses;
import static bub.testkit.FakeOpenAiAnswer.says;
import static bub.testkit.FakeOpenAiAnswer.saysNothing;
import static bub.testkit.FakeOpenAiAnswer.showsAPage;
import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The person gets one answer that explains the problem, whatever the model does. */
class BadModelTest extends AgentTest {
  private static final AgentLimits HASTY =
      LIMITS.withTimeouts(
          new AgentLimits.Timeouts(
              Duration.ofSeconds(20), Duration.ofMillis(400), Duration.ofSeconds(60)));

  @Test
  void asksAgainWhenTheModelIsBusyOrBroken() throws Exception {
    model.then(refuses(429, 1), refuses(503), hangsUpAfter("Hel"), says("Hello."));
    start();
    assertThat(chat.asks(AGENT, "m1", "hello")).isEqualTo("Hello.");
    assertThat(model.requests()).hasSize(4);
  }

  @Test
  void saysSoWhenTheModelStaysDown() throws Exception {
    model.otherwise(_ -> refuses(500));
    start();
    assertThat(chat.asks(AGENT, "m1", "hello"))
        .contains("openai/fake-1", "HTTP status 500", "the fake says 500");
    assertThat(model.requests()).hasSize(4);

    model.otherwise(_ -> says("Better now."));
    assertThat(chat.asks(AGENT, "m2", "hello?")).isEqualTo("Better now.");
  }

  @Test
  void doesNotAskAgainWhenTheKeyIsWrong() throws Exception {
    model.otherwise(_ -> refuses(401));
    start();
    assertThat(chat.asks(AGENT, "m1", "hello")).contains("refused the API key");
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void saysWhereTheKeyBelongs() throws Exception {
    start(
        AgentSettings.of(new Address(AGENT), workspace(), bus.url(), Map.of())
            .withTalkto(new Address("term:1"))
            .withModel("anthropic/claude")
            .withLimits(LIMITS));
    assertThat(chat.asks(AGENT, "m1", "hello")).contains("ANTHROPIC_API_KEY_FILE");
  }

  @Test
  void saysSoWhenNobodyIsThere() throws Exception {
    model.close();
    start();
    assertThat(chat.asks(AGENT, "m1", "hello")).contains("cannot be reached");
  }

  @Test
  void knowsAWebPageFromAnAnswer() throws Exception {
    model.then(showsAPage(200));
    start();
    assertThat(chat.asks(AGENT, "m1", "hello")).contains("web page", model.baseUrl());
    model.otherwise(_ -> showsAPage(502));
    assertThat(chat.asks(AGENT, "m2", "hello")).contains("502", "a web page").doesNotContain("<");
  }

  @Test
  void givesUpAServerThatHangs() throws Exception {
    model.then(hangs(), hangsAfter("Wait")).otherwise(_ -> says("Here I am."));
    start(settings().withLimits(HASTY));
    assertThat(chat.asks(AGENT, "m1", "hello")).isEqualTo("Here I am.");
    model.otherwise(_ -> hangs());
    assertThat(chat.asks(AGENT, "m2", "hello")).contains("sent no data");
  }

  @Test
  void asksOnceMoreWhenTheModelSaysNothing() throws Exception {
    model.then(saysNothing(), says("Sorry, here."), saysNothing(), saysNothing());
    start();
    assertThat(chat.asks(AGENT, "m1", "hello")).isEqualTo("Sorry, here.");
    assertThat(chat.asks(AGENT, "m2", "hello")).contains("empty answer");
  }

  @Test
  void letsTheModelMendItsGarbage() throws Exception {
    model.then(
        calls("read_file", "{\"path\": "),
        calls("read_file", "[1]"),
        calls("read_file", "{\"path\": 7}"),
        calls("fly", "{}"),
        says("I give up."));
    start();
    assertThat(chat.asks(AGENT, "m1", "read")).isEqualTo("I give up.");
    assertThat(model.requests().get(1).last("tool")).contains("not a JSON object");
    assertThat(model.requests().get(2).last("tool")).contains("not a JSON object");
    assertThat(model.requests().get(3).last("tool")).contains("path: must be a string");
    assertThat(model.requests().get(4).last("tool")).contains("no tool of that name");
    // Garbage is not read back to a model: its maker would refuse the whole conversation.
    assertThat(model.requests().get(1).body().toString()).doesNotContain("{\\\"path\\\": \"");
  }

  @Test
  void endsAnEndlessLoopOfTools() throws Exception {
    model.otherwise(_ -> calls("list_files", "{}"));
    start(settings().withLimits(LIMITS.withSteps(3)));
    assertThat(chat.asks(AGENT, "m1", "loop")).contains("3 steps");
    assertThat(model.requests()).hasSize(3);
  }

  @Test
  void endsATurnThatCostsTooMuch() throws Exception {
    model.otherwise(_ -> calls("read_file", "{\"path\": \"" + "x".repeat(4_000) + "\"}"));
    start(settings().withLimits(LIMITS.withSteps(100).withTurnTokens(5_000)));
    assertThat(chat.asks(AGENT, "m1", "spend")).contains("5000 tokens");
  }

  @Test
  void takesAMegabyteOfText() throws Exception {
    start();
    String text = "begin " + "x".repeat(1_000_000) + " end";
    model.then(says("That was long."));
    assertThat(chat.asks(AGENT, "m1", text)).isEqualTo("That was long.");
    assertThat(model.lastRequest().last("user"))
        .startsWith("begin xxx")
        .endsWith("xxx end")
        .contains("characters are left out")
        .hasSizeLessThan(70_000);
  }

  @Test
  void cutsAnAnswerOfAMegabyte() throws Exception {
    String[] pieces = Collections.nCopies(1_000, "y".repeat(1_000)).toArray(String[]::new);
    model.then(says(pieces));
    start();
    assertThat(chat.asks(AGENT, "m1", "hello")).hasSizeBetween(100_000, 100_100).endsWith("[…]");
  }
}
