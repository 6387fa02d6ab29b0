package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bus and a recipient read the same type; a difference would bypass the role matrix. */
class EnvelopeTypeTest {
  @Test
  void isThePayloadsTypeWhereverItStands() {
    assertThat(envelope("{\"type\":\"tg_message\"}").type()).isEqualTo("tg_message");
    assertThat(envelope("{\"a\":{\"type\":\"x\"},\"type\":\"y\"}").type()).isEqualTo("y");
  }

  @Test
  void isRecognizedWhenItsNameOrValueIsEscaped() {
    assertThat(envelope("{\"typ\\u0065\":\"tg_reply\"}").type()).isEqualTo("tg_reply");
    assertThat(envelope("{\"type\":\"tg\\u005freply\"}").type()).isEqualTo("tg_reply");
  }

  @Test
  void mayBeAbsent() {
    assertThat(envelope("{}").type()).isNull();
    assertThat(envelope("{\"Type\":\"x\",\"types\":\"y\",\"content\":{\"type\":\"z\"}}").type())
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"a\",\"type\":\"b\"}",
        "{\"type\":\"a\",\"type\":\"a\"}",
        "{\"type\":\"a\",\"typ\\u0065\":\"b\"}"
      })
  void mustNotStandTwice(String payload) {
    assertThat(refusedBy(() -> envelope(payload).type())).isEqualTo("payload.type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "true", "null", "{}", "[\"tg_reply\"]"})
  void mustBeAString(String type) {
    assertThat(refusedBy(() -> envelope("{\"type\":" + type + "}").type()))
        .isEqualTo("payload.type");
  }

  private static Envelope envelope(String payload) {
    return new Envelope(new Address("a"), new Address("b"), new MessageId("m"), raw(payload));
  }
}
