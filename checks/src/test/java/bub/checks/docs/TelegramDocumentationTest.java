package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiSent;
import bub.testkit.FakeBotApiUser;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The commands of docs/telegram.md, run one after the other, connect a bot. */
class TelegramDocumentationTest {
  private static final FakeBotApiUser ANN = FakeBotApiUser.named(101, "Ann");
  private static final Pattern CODE = Pattern.compile("\\b([A-Z0-9]{8})\\b");

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void everyCommandWorksWhenPastedTwice() throws Exception {
    FakeBotApi telegram = workshop.keep(FakeBotApi.start());
    List<String> commands = commands();
    assertThat(commands).hasSize(5);
    DocumentationTest.bubIn(workshop.directory());

    for (int round = 1; round <= 2; round++) {
      paste(telegram, commands.get(0), FakeBotApi.TOKEN);
      Path token = workshop.directory().resolve("telegram.token");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
          .isEqualTo("rw-------");
      try (ChildProcess bub = shell(telegram, commands.get(1))) {
        bub.awaitLine("bub is up");
        if (round == 1) {
          letAnnIn(telegram, commands.get(2));
        }
        String words = "hello in round " + round;
        telegram.says(ANN.id(), ANN, words);
        Eventually.holds(
            () -> assertThat(texts(telegram)).anyMatch(text -> text.startsWith(words)));
        assertThat(paste(telegram, commands.get(3), "")).contains("Ann");
        bub.terminate();
        bub.awaitExit();
      }
    }
    paste(telegram, commands.get(4), String.valueOf(ANN.id()));
    assertThat(paste(telegram, commands.get(3), "")).doesNotContain("Ann");
  }

  private void letAnnIn(FakeBotApi telegram, String command) throws Exception {
    telegram.says(ANN.id(), ANN, "hello?");
    Matcher code = CODE.matcher(telegram.awaitSent(ANN.id(), 1).getFirst().text());
    assertThat(code.find()).isTrue();
    paste(telegram, command, code.group(1));
    telegram.awaitSent(ANN.id(), 2);
  }

  private static List<String> texts(FakeBotApi telegram) {
    return telegram.sent(ANN.id()).stream().map(FakeBotApiSent::text).toList();
  }

  private static List<String> commands() throws IOException {
    String document = Files.readString(Product.root().resolve("docs/telegram.md"));
    return Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
        .matcher(document)
        .results()
        .map((MatchResult block) -> block.group(1).strip())
        .toList();
  }

  /** Runs a command, with this typed after it, to its good end. */
  private String paste(FakeBotApi telegram, String command, String typed) throws Exception {
    try (ChildProcess shell = shell(telegram, command)) {
      if (!typed.isEmpty()) {
        shell.type(typed);
      }
      shell.endInput();
      assertThat(shell.awaitExit()).as(shell::toString).isZero();
      return shell.out().text();
    }
  }

  private ChildProcess shell(FakeBotApi telegram, String command) throws IOException {
    // "exec" where it can be: a signal to the shell is then one to bub.
    String whole = command.startsWith("./bub") ? "exec " + command : command;
    var shell = new ProcessBuilder("bash", "-ec", whole);
    shell.directory(workshop.directory().toFile());
    shell.environment().put("BUB_RUN_DIR", workshop.directory().resolve("run").toString());
    shell.environment().put("BUB_PORT", "0");
    shell.environment().put("BUB_TELEGRAM_API_URL", telegram.url().toString());
    return ChildProcess.start(shell);
  }
}
