package bub.channel.telegram;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bub.protocol.message.ChatId;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of files, messages and people. */
class NamesTest {
  private static final ChatId HOME = new ChatId("-5");
  private static final ChatId PLACE = new ChatId("-1005");

  @ParameterizedTest
  @CsvSource({
    "report.pdf, report.pdf",
    "../../x, x",
    "..\\..\\x.exe, x.exe",
    "/etc/passwd, passwd",
    ".bashrc, bashrc",
    "a b\tc.txt, a_b_c.txt",
    "Ünï çödé.txt, Ünï_çödé.txt",
    "'a;rm -rf $HOME', a_rm_-rf_HOME",
    "..., ''",
    "'', ''",
  })
  void ofFilesAreMadeSafe(String name, String safe) {
    assertThat(FileNames.safe(name)).isEqualTo(safe);
  }

  @Test
  void ofFilesAreShortButKeepTheirKind() {
    String safe = FileNames.safe("😀é".repeat(500) + ".tar.gz");
    assertThat(safe).endsWith(".gz");
    assertThat(safe.getBytes(UTF_8).length).isLessThan(101);
  }

  @Test
  void ofMessagesTellWhereTheyAre() {
    assertThat(BridgeMessageId.of(42, HOME, HOME)).isEqualTo("42");
    assertThat(BridgeMessageId.of(42, PLACE, HOME)).isEqualTo("-1005.42");
    assertThat(BridgeMessageId.messageId("42", HOME, HOME)).isEqualTo(42);
    assertThat(BridgeMessageId.messageId("42~99", HOME, HOME)).isEqualTo(42);
    assertThat(BridgeMessageId.messageId("-1005.42", PLACE, HOME)).isEqualTo(42);
    assertThat(BridgeMessageId.messageId("42", PLACE, HOME)).isNull();
    assertThat(BridgeMessageId.messageId("x", PLACE, HOME)).isNull();
    assertThat(BridgeMessageId.messageId(null, PLACE, HOME)).isNull();
  }

  @Test
  void inLinksAreFilesOnlyWhenTheyAreTheAgentsOwn() {
    assertThat(
            FileLinks.in(
                """
                [a](a.txt) ![](plots/1.png) [b](data/b%20b.txt "a title") [c](<c c.txt>)
                [web](https://x.org/y) [mail](mailto:a@b) [up](../x) [abs](/etc/passwd) [here](#x)
                `[code](code.txt)`
                ```
                [code](code.txt)
                ```
                [a again](./a.txt)
                """))
        .containsExactly(
            Path.of("a.txt"), Path.of("plots/1.png"), Path.of("b b.txt"), Path.of("c c.txt"));
  }

  @Test
  void ofPeopleAreNumbers() {
    assertThat(TelegramSettings.ids(" 7, -100123\n66 ")).containsOnly(7L, -100123L, 66L);
    assertThat(TelegramSettings.ids("")).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TelegramSettings.ids("7,@ada"))
        .withMessageContaining("@ada");
  }

  @Test
  void inLinksAreFew() {
    var many = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      many.append("[x](").append(i).append(".txt) ");
    }
    assertThat(FileLinks.in(many.toString())).hasSize(10);
    assertThat(FileLinks.in("[".repeat(50_000))).isEmpty();
    assertThat(FileLinks.in("[a](" + "(".repeat(50_000))).isEmpty();
  }
}
