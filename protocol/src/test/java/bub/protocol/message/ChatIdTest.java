package bub.protocol.message;

import static bub.protocol.Json.refusedBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatIdTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "123456789",
        "-1001234567890",
        "12345678901234567890",
        "-12345678901234567890",
        "a",
        "Session_1.b-2",
        "a..b",
        "9lives",
        "a-"
      })
  void isANumberOrAPlainName(String value) {
    assertThat(new ChatId(value)).hasToString(value);
    assertThat(ChatId.check("chat_id", value)).isEqualTo(new ChatId(value));
    assertThat(new ChatId(value).toRaw()).hasToString("\"" + value + "\"");
  }

  @Test
  void aNameHasAtMost64Characters() {
    assertThat(new ChatId("a".repeat(64)).value()).hasSize(64);
    assertThat(new ChatId("1".repeat(64)).value()).hasSize(64);
    assertThatIllegalArgumentException().isThrownBy(() -> new ChatId("a".repeat(65)));
    assertThatIllegalArgumentException().isThrownBy(() -> new ChatId("-" + "1".repeat(21)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "-", "--1", "-a", "-1a", "-1\n", ".", "..", "...", ".hidden", "_a", "../x", "a/../b",
        "a/b", "/", "a\\b", "a b", " a", "a ", "1\n", "1\r\n", "\n1", "a\n", "a\u0000", "a\u0085",
        "a\u2028", "%2e%2e", "a%i", "a@b", "a:b", "~", "$HOME", "a;b", "١٢٣", "１２３", "é", "a\u0301",
        "ａ", "\u212a", "😀"
      })
  void refusesWhatCouldMeanSomethingInAPathOrAUnitName(String value) {
    assertThatIllegalArgumentException().isThrownBy(() -> new ChatId(value));
    assertThat(refusedBy(() -> ChatId.check("chat_id", value))).isEqualTo("chat_id");
  }
}
