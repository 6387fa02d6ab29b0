package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class EnvelopeTest {
  private static final String SEND =
      """
      {
        "from": "tg:123456789",
        "to": "agent:worker-42",
        "messageId": "msg_01J...",
        "payload": {"type": "tg_message", "content": {"text": "hello"}}
      }
      """;

  private static final Envelope SENT =
      new Envelope(
          new Address("tg:123456789"),
          new Address("agent:worker-42"),
          new MessageId("msg_01J..."),
          raw("{\"type\": \"tg_message\", \"content\": {\"text\": \"hello\"}}"));

  @Test
  void isReadByName() {
    assertThat(Envelope.read(raw(SEND))).isEqualTo(SENT);
  }

  @Test
  void isReadByPosition() {
    var params =
        raw(
            """
            ["tg:123456789", "agent:worker-42", "msg_01J...",
             {"type": "tg_message", "content": {"text": "hello"}}]
            """);
    assertThat(Envelope.read(params)).isEqualTo(SENT);
  }

  @Test
  void isWrittenAsDocumented() {
    assertThat(tree(SENT)).isEqualTo(tree(SEND));
  }

  @Test
  void comesBackAsItWasWritten() {
    assertThat(Envelope.read(SENT.toRaw())).isEqualTo(SENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"from", "to", "messageId", "payload"})
  void aMissingOrNullFieldNamesItself(String name) {
    assertThat(refusedBy(() -> Envelope.read(without(name)))).isEqualTo(name);
    assertThat(refusedBy(() -> Envelope.read(with(name, "null")))).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "from|''",
        "from|7",
        "from|{}",
        "from|['tg:1']",
        "from|'a b'",
        "to|''",
        "to|true",
        "to|'a\\n'",
        "messageId|''",
        "messageId|1",
        "messageId|[]",
        "payload|'text'",
        "payload|[]",
        "payload|3",
        "payload|false"
      },
      quoteCharacter = '`')
  void aFieldThatDoesNotFitNamesItself(String name, String value) {
    String json = value.replace('\'', '"');
    assertThat(refusedBy(() -> Envelope.read(with(name, json)))).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"from", "to", "messageId"})
  void aFieldPast256CharactersNamesItself(String name) {
    assertThat(Envelope.read(with(name, "\"" + "a".repeat(256) + "\""))).isNotNull();
    assertThat(refusedBy(() -> Envelope.read(with(name, "\"" + "a".repeat(257) + "\""))))
        .isEqualTo(name);
  }

  @Test
  void nothingAtAllMissesTheFirstField() {
    assertThat(refusedBy(() -> Envelope.read(null))).isEqualTo("from");
    assertThat(refusedBy(() -> Envelope.read(raw("{}")))).isEqualTo("from");
    assertThat(refusedBy(() -> Envelope.read(raw("[]")))).isEqualTo("from");
    assertThat(refusedBy(() -> Envelope.read(raw("[\"a\",\"b\"]")))).isEqualTo("messageId");
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThat(refusedBy(() -> Envelope.read(with("topic", "\"t\"")))).isEqualTo("topic");
    assertThat(refusedBy(() -> Envelope.read(raw("[\"a\",\"b\",\"c\",{},1]")))).isEqualTo("[4]");
  }

  @Test
  void refusesAFieldThatStandsTwiceEvenInDisguise() {
    var twice = raw(SEND.replaceFirst("\\{", "{\"fro\\\\u006d\":\"agent:system\","));
    assertThat(refusedBy(() -> Envelope.read(twice))).isEqualTo("from");
  }

  @Test
  void carriesThePayloadByteForByte() {
    String odd =
        "{ \"t\\u0065xt\" :\"\\u00e9\\/\\ud83d\\ude00 é\",\t\"n\": -12345678901234567890.000E-10 ,"
            + "\n\"d\":1, \"d\":1.0,\"\":[ ] }";
    Envelope envelope = Envelope.read(with("payload", odd));
    assertThat(envelope.payload()).hasToString(odd);
    assertThat(envelope.toRaw().toString()).endsWith("\"payload\":" + odd + "}");
  }

  private static RawJson with(String name, String value) {
    var members = new StringBuilder("\"" + name + "\":" + value);
    for (String other : new String[] {"from", "to", "messageId"}) {
      if (!other.equals(name)) {
        members.append(",\"").append(other).append("\":\"x\"");
      }
    }
    return raw("{" + members + (name.equals("payload") ? "}" : ",\"payload\":{}}"));
  }

  private static RawJson without(String name) {
    var params = (ObjectNode) tree(SEND);
    params.remove(name);
    return raw(params.toString());
  }
}
