package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.InvalidField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tg:123456789",
        "agent:worker-42",
        "telegram-bridge",
        "x",
        ":",
        "*",
        "a/../b",
        "Zürich:雪",
        "chat:😀"
      })
  void takesAnyTextWithoutWhiteSpaceAndControls(String text) {
    assertThat(new Address(text).value()).isEqualTo(text);
    assertThat(new Address(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "a b",
        " a",
        "a ",
        "a\tb",
        "a\n",
        "a\r",
        "\0",
        "a\u001b[2J",
        "a\u007f",
        "a\u0085b",
        "a\u009f",
        "a\u00a0b",
        "a\u1680b",
        "a\u2003b",
        "a\u2028b",
        "a\u2029b",
        "a\u202fb",
        "a\u205fb",
        "a\u3000b"
      })
  void refusesWhiteSpaceAndControlsOfEveryAlphabet(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Address(text))
        .withMessageContaining("white space or control characters");
  }

  @Test
  void hasAtLeastOneCharacter() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Address(""))
        .withMessageContaining("empty");
  }

  @Test
  void hasAtMost256Characters() {
    assertThat(new Address("a".repeat(256)).value()).hasSize(256);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Address("a".repeat(257)))
        .withMessageContaining("256");
  }

  @Test
  void aRefusalNamesTheFieldAndTheReasonButNotTheValue() {
    assertThatThrownBy(() -> Address.check("talkto", "secret value"))
        .isInstanceOf(InvalidField.class)
        .hasMessage("talkto: must not contain white space or control characters");
  }

  @Test
  void isReadFromAStringOnly() {
    var fields = raw("{\"from\":\"tg:1\",\"to\":7,\"via\":null}").fields();
    assertThat(Address.read(fields, "from")).isEqualTo(new Address("tg:1"));
    assertThat(refusedBy(() -> Address.read(fields, "to"))).isEqualTo("to");
    assertThat(refusedBy(() -> Address.read(fields, "via"))).isEqualTo("via");
    assertThat(refusedBy(() -> Address.read(fields, "absent"))).isEqualTo("absent");
  }

  @Test
  void isWrittenAsAString() {
    assertThat(new Address("tg:\"1\"").toRaw()).hasToString("\"tg:\\\"1\\\"\"");
  }
}
