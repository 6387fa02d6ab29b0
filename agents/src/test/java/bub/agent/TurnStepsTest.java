package bub.agent;

import static bub.testkit.FakeOpenAiAnswer.calls;
import static bub.testkit.FakeOpenAiAnswer.refuses;
import static bub.testkit.FakeOpenAiAnswer.says;
import static org.assertj.core.api.Assertions.assertThat;

import bub.agent.tool.ToolContext;
import bub.protocol.trace.Step;
import bub.protocol.trace.Step.Kind;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Steps that an agent reports for the activity log. */
class TurnStepsTest extends AgentTest {
  private static final String READ = "{\"path\": \"none\"}";

  private final WireTap tap = new WireTap();

  @Override
  AgentSettings settings() {
    return tap.on(super.settings());
  }

  @Test
  void aTurnReportsEachModelCallAndToolCallInOrder() throws Exception {
    model.then(calls("list_files", "{}"), calls("read_file", READ), says("Nothing there."));
    start();
    chat.asks(AGENT, "m1", "look");

    assertThat(tap.steps())
        .extracting(step -> step.number() + " " + step.kind().word() + " " + step.name())
        .containsExactly(
            "1 model openai/fake-1",
            "2 tool list_files",
            "3 model openai/fake-1",
            "4 tool read_file",
            "5 model openai/fake-1");
    assertThat(tap.steps()).allMatch(step -> step.messageId().value().equals("m1"));
    assertThat(tap.sentTo("system:steps")).allMatch(WireTap.Sent::isNotice);
    assertThat(tap.steps().getFirst().usage())
        .isEqualTo(new Step.ModelUsage(7, 7, null, "tool_calls", 0));
    assertThat(tap.steps().getLast().usage()).isEqualTo(new Step.ModelUsage(7, 7, null, "stop", 0));
    Step list = tap.steps().get(1);
    assertThat(list.isFailed()).isFalse();
    assertThat(list.call())
        .isEqualTo(
            new Step.ToolUse(
                ToolContext.digest("{}"), 2, "there are no files".length(), null, null));
    Step read = tap.steps().get(3);
    assertThat(read.isFailed()).isTrue();
    assertThat(Objects.requireNonNull(read.call()).argumentsBytes()).isEqualTo(READ.length());
  }

  @Test
  void theCompleteTextsAreReportedOnlyWhenASettingSaysSo() throws Exception {
    model.then(calls("list_files", "{}"), says("Nothing there."));
    var environment = environment();
    environment.put(StepDetail.VARIABLE, "full");
    AgentSettings full =
        AgentSettings.of(settings().clientId(), workspace(), bus.url(), environment)
            .withTalkto(settings().talkto());
    start(tap.on(full));
    chat.asks(AGENT, "m1", "look");

    Step.ToolUse use = Objects.requireNonNull(tap.steps().get(1).call());
    assertThat(use.arguments()).isEqualTo("{}");
    assertThat(use.result()).isEqualTo("there are no files");
  }

  @Test
  void aRetryIsAWaitAndIsCounted() throws Exception {
    model.then(refuses(503), says("Hello."));
    start();
    chat.asks(AGENT, "m1", "hello");

    assertThat(tap.steps()).extracting(Step::kind).containsExactly(Kind.WAIT, Kind.MODEL);
    assertThat(tap.steps().getFirst().name()).isEqualTo("backoff");
    assertThat(Objects.requireNonNull(tap.steps().getLast().usage()).retries()).isEqualTo(1);
  }

  @Test
  void aModelThatFailsIsReportedWithTheReason() throws Exception {
    model.then(refuses(401));
    start();
    chat.asks(AGENT, "m1", "hello");

    assertThat(tap.steps()).hasSize(1);
    assertThat(tap.steps().getFirst().error()).contains("refused the API key");
  }
}
