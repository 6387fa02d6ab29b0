package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.LiveBub;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import bub.testkit.FakeOpenAi;
import bub.testkit.FakeOpenAiAnswer;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Budgets from the command line to the answer of an agent. */
class BudgetCommandTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aBudgetIsSetUsedShownAndReported() throws Exception {
    FakeOpenAi model = workshop.keep(FakeOpenAi.start());
    model.then(FakeOpenAiAnswer.says("First."), FakeOpenAiAnswer.says("Never."));
    BubProgram program =
        workshop
            .program()
            .with("OPENAI_BASE_URL", model.baseUrl())
            .with("OPENAI_API_KEY", "sk-not-a-real-one");
    LiveBub bub = LiveBub.start(workshop, program, "--model", "openai/gpt-test");
    assertThat(bub.bub("budget", "show").out()).contains("There are no budgets.");
    assertThat(bub.bub("budget", "set", "agent:*", "1 calls/day").out())
        .contains("Set 1 call per day for agent:*.");

    assertThat(chat(bub, program, "hello")).contains("First.");
    assertThat(chat(bub, program, "again"))
        .contains("The budget of 1 call per day for agent:", "bub budget set 'agent:*'");

    assertThat(model.requests()).hasSize(1);
    Finished shown = bub.bub("budget", "show");
    assertThat(shown.out()).contains("agent:*", "1 calls/day", "1 call used (100 %)", "resets");
    assertThat(bub.bub("budget", "show", "--json").out()).contains("\"used\":1");
    Finished report = bub.bub("budget", "report", "--since", "1d");
    assertThat(report.out().lines().findFirst())
        .contains("day,agent,chat,model,calls,tokens_in,tokens_out,cost_usd");
    assertThat(report.out())
        .contains(
            LocalDate.now(ZoneId.systemDefault()) + ",agent:", ",term:1,openai/gpt-test,1,7,7,");

    assertThat(bub.bub("budget", "unset", "agent:*").exitCode()).isZero();
    assertThat(bub.bub("budget", "unset", "agent:*").exitCode()).isEqualTo(1);
    assertThat(chat(bub, program, "more")).contains("Never.");
  }

  private String chat(LiveBub bub, BubProgram program, String text) throws Exception {
    ChildProcess chat =
        workshop.keep(program.start("chat", "--id", "1", "--run-dir", bub.runDir().toString()));
    chat.type(text);
    chat.endInput();
    chat.awaitExit();
    return String.join("\n", chat.out().lines());
  }
}
