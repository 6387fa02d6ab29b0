package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.FakeOpenAi;
import bub.testkit.FakeOpenAiAnswer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A chat with an agent that uses a model, from the keyboard to the model and back. */
class ModelChatTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aModelUsesAToolAndItsWordsComeAsItSaysThem() throws Exception {
    var mayGoOn = new CountDownLatch(1);
    FakeOpenAi model = workshop.keep(FakeOpenAi.start());
    model.then(
        FakeOpenAiAnswer.calls("write_file", "{\"path\":\"note.txt\",\"text\":\"buy milk\"}"),
        new FakeOpenAiAnswer.Growing(List.of("I have "), mayGoOn, List.of("written ", "it down.")));
    BubProgram program =
        workshop
            .program()
            .with("OPENAI_BASE_URL", model.baseUrl())
            .with("OPENAI_API_KEY", "sk-not-a-real-one");
    LiveBub bub = LiveBub.start(workshop, program, "--model", "openai/gpt-test");
    bub.process().awaitLine("openai/gpt-test");

    ChildProcess chat =
        workshop.keep(program.start("chat", "--id", "1", "--run-dir", bub.runDir().toString()));
    chat.type("remember: buy milk");
    chat.endInput();
    Eventually.holds(() -> assertThat(log(bub)).contains("\"event\":\"partial\"", "\"I have \""));
    mayGoOn.countDown();

    assertThat(chat.awaitExit()).as(chat::toString).isZero();
    assertThat(chat.out().lines()).isEqualTo(List.of("I have written it down."));
    assertThat(bub.runDir().resolve("workspaces/terminal:1/data/note.txt")).hasContent("buy milk");
    assertThat(log(bub))
        .contains("\"event\":\"tool_call\"", "\"name\":\"write_file\"", "\"event\":\"typing\"")
        .doesNotContain("sk-not-a-real-one");
  }

  private static String log(LiveBub bub) throws IOException, InterruptedException {
    return bub.bub("bus", "log", "--json", "--event", "send_start").out();
  }
}
