package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.DocumentedPrograms;
import bub.checks.kit.LiveBub;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiSent;
import bub.testkit.FakeBotApiUser;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bot of examples/classic-bot serves people on Telegram and at a terminal. */
class ClassicBotExampleTest {
  private static final FakeBotApiUser ANN = FakeBotApiUser.named(101, "Ann");
  private static final Path BOT = Product.root().resolve("examples/classic-bot/bot.mjs");

  @RegisterExtension final Workshop workshop = new Workshop();
  private FakeBotApi telegram;
  private BubProgram program;

  @BeforeEach
  void begin() throws Exception {
    telegram = workshop.keep(FakeBotApi.start());
    program =
        workshop
            .program()
            .with("BUB_TELEGRAM_TOKEN", FakeBotApi.TOKEN)
            .with("BUB_TELEGRAM_API_URL", telegram.url().toString())
            .with("BUB_TELEGRAM_ALLOW", String.valueOf(ANN.id()));
  }

  private ChildProcess startBot(LiveBub bub, String token) throws Exception {
    String url = Files.readString(bub.runDir().resolve("bus.url")).strip();
    var command = new ArrayList<>(new DocumentedPrograms(workshop, "docs/dialects.md").node());
    command.addAll(List.of(BOT.toString(), url));
    var builder = new ProcessBuilder(command);
    if (!token.isEmpty()) {
      builder.environment().put("BOT_TOKEN", token);
    }
    return workshop.keep(ChildProcess.start(builder));
  }

  private List<String> texts() {
    return telegram.sent(ANN.id()).stream().map(FakeBotApiSent::text).toList();
  }

  @Test
  void twentyLinesAnswerEverybody() throws Exception {
    assertThat(code()).hasSizeLessThanOrEqualTo(20);
    LiveBub bub = LiveBub.start(workshop, program, "--classic-topics");
    startBot(bub, "").awaitLine("The bot is listening.");

    telegram.says(ANN.id(), ANN, "good morning");
    telegram.awaitSent(ANN.id(), 1);
    assertThat(texts()).containsExactly("You said: good morning");

    BubProgram terminal =
        program.with("BUB_RUN_DIR", bub.runDir().toString()).with("BUB_CLASSIC_TOPICS", "true");
    ChildProcess chat = workshop.keep(terminal.start("chat", "--id", "ann"));
    chat.type("hello from here");
    chat.awaitLine("You said: hello from here");
    assertThat(bub.runDir().resolve("sessions.json")).as("agents").doesNotExist();
  }

  private static List<String> code() throws IOException {
    return Files.readAllLines(BOT).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("//"))
        .toList();
  }

  @Test
  void onALockedBusTheBotNeedsAGrantForBothDirections() throws Exception {
    Path runDir = workshop.directory().resolve("run");
    Path token = workshop.directory().resolve("bot.token");
    create(runDir, token, "--subscribe", "inbound:*", "--send-as", "outbound:*", "--intercept");
    LiveBub bub = LiveBub.start(workshop, program, "--classic-topics");
    startBot(bub, Files.readString(token).strip()).awaitLine("The bot is listening.");

    telegram.says(ANN.id(), ANN, "good morning");
    telegram.awaitSent(ANN.id(), 1);
    assertThat(texts()).containsExactly("You said: good morning");
  }

  private void create(Path runDir, Path token, String... grants) throws Exception {
    var command =
        new ArrayList<>(
            List.of("token", "create", "--client-id", "classic-bot", "--out", token.toString()));
    command.addAll(List.of("--run-dir", runDir.toString()));
    command.addAll(List.of(grants));
    Finished made = workshop.program().run(command.toArray(String[]::new));
    assertThat(made.exitCode()).as(made.err()).isZero();
  }
}
