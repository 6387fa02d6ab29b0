package bub.protocol.message;

import static bub.protocol.Json.refusedBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelTest {
  @ParameterizedTest
  @ValueSource(strings = {"telegram", "web", "term", "x", "a1-b2", "a-"})
  void isAPlainSmallName(String value) {
    assertThat(new Channel(value)).hasToString(value);
    assertThat(Channel.check("channel", value)).isEqualTo(new Channel(value));
    assertThat(new Channel(value).toRaw()).hasToString("\"" + value + "\"");
  }

  @Test
  void hasAtMost32Characters() {
    assertThat(new Channel("a".repeat(32)).value()).hasSize(32);
    assertThatIllegalArgumentException().isThrownBy(() -> new Channel("a".repeat(33)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "-a",
        "1a",
        "Telegram",
        "web_1",
        "a.b",
        "..",
        "a/b",
        "a/../b",
        "a:b",
        "a b",
        "web\n",
        "\nweb",
        "web\r",
        "web\u0000",
        "web\u2028",
        "wéb",
        "web١",
        "ｗｅｂ",
        "ſ",
        "\u212a"
      })
  void refusesEverythingElse(String value) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Channel(value));
    assertThat(refusedBy(() -> Channel.check("channel", value))).isEqualTo("channel");
  }
}
