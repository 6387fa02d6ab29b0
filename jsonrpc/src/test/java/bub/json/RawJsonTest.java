package bub.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawJsonTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"z\":1,\"a\":2,\"z\":3}",
        "123456789012345678901234567890.10e+0042",
        "-0",
        "1.0",
        "\"\\u0041\\/\\ud83d\\ude00é\"",
        "[ 1 ,\t2 ]",
        "{ \"a\" : { } }"
      })
  void passesOnByteForByte(String text) throws InvalidJson {
    RawJson inside = RawJson.parse("{\"payload\": " + text + " }").fields().require("payload");
    var out = new JsonWriter();

    out.beginArray().value(inside).value(inside).endArray();

    assertThat(inside).hasToString(text);
    assertThat(out).hasToString("[" + text + "," + text + "]");
    assertThat(inside.toByteArray()).hasSize(inside.length());
    assertThat(inside.toRaw()).isSameAs(inside);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}      | object",
        "[]      | array",
        "\"\"    | string",
        "0       | number integer",
        "-0      | number integer",
        "-12     | number integer",
        "1.0     | number",
        "-1e2    | number",
        "1E2     | number",
        "true    | boolean true",
        "false   | boolean",
        "null    | null",
      })
  void isOfExactlyOneKind(String text, String kinds) throws InvalidJson {
    assertThat(kindsOf(RawJson.parse("[" + text + "]").elements().getFirst())).isEqualTo(kinds);
  }

  private static String kindsOf(RawJson json) {
    return ((json.isObject() ? "object " : "")
            + (json.isArray() ? "array " : "")
            + (json.isString() ? "string " : "")
            + (json.isNumber() ? "number " : "")
            + (json.isInteger() ? "integer " : "")
            + (json.isBoolean() ? "boolean " : "")
            + (json.isTrue() ? "true " : "")
            + (json.isNull() ? "null " : ""))
        .strip();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "-17, -17",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "9223372036854775808, 4711",
    "-9223372036854775809, 4711",
    "1.0, 4711",
    "1e2, 4711",
    "true, 4711",
  })
  void readsALongOrTakesTheOtherValue(String text, long expected) throws InvalidJson {
    assertThat(RawJson.parse(text).asLong(4711)).isEqualTo(expected);
  }

  @Test
  void resolvesEveryEscape() throws InvalidJson {
    RawJson json = RawJson.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u00e9\\uD83D\\uDE00é\"");

    assertThat(json.asString()).isEqualTo("\"\\/\b\f\n\r\t\u0000é\ud83d\ude00é");
  }

  @Test
  void readsTextWithoutEscapes() throws InvalidJson {
    assertThat(RawJson.parse("\"\"").asString()).isEmpty();
    assertThat(RawJson.parse("\"plain\"").asString()).isEqualTo("plain");
    assertThat(RawJson.parse("\"é\ud83d\ude00\"").asString()).isEqualTo("é\ud83d\ude00");
  }

  @Test
  void slicesElementsWhateverStandsBetweenThem() throws InvalidJson {
    RawJson json = RawJson.parse("[1 , \"],[\\\"\" ,{ \"a\":[ ] },\n[[],[]] , true\t]");

    assertThat(json.elements())
        .extracting(RawJson::toString)
        .containsExactly("1", "\"],[\\\"\"", "{ \"a\":[ ] }", "[[],[]]", "true");
    assertThat(RawJson.parse("[ \n ]").elements()).isEmpty();
  }

  @Test
  void equalsByBytesAndNotByPlace() throws InvalidJson {
    RawJson first = RawJson.parse("[1,1.0,1]").elements().getFirst();
    RawJson last = RawJson.parse("[1,1.0,1]").elements().getLast();

    assertThat(first).isEqualTo(last).hasSameHashCodeAs(last);
    assertThat(first).isNotEqualTo(RawJson.parse("1.0"));
    assertThat(first).isNotEqualTo("1");
  }

  @Test
  void retainsTheWholeTextUntilItIsDetached() throws InvalidJson {
    String text = "[1,\"" + "x".repeat(5_000) + "\"]";
    RawJson small = RawJson.parse(text).elements().getFirst();

    assertThat(small.retainedBytes()).isEqualTo(text.length());
    assertThat(small.detached().retainedBytes()).isEqualTo(1);
  }

  @Test
  void isNotReadAsWhatItIsNot() {
    assertThatThrownBy(RawJson.NULL::asString).isInstanceOf(InvalidField.class);
    assertThatThrownBy(RawJson.NULL::elements).isInstanceOf(InvalidField.class);
    assertThatThrownBy(RawJson.NULL::fields).isInstanceOf(InvalidField.class);
  }

  @Test
  void countsItsLevels() throws Exception {
    assertThat(RawJson.parse("7").depth()).isZero();
    assertThat(RawJson.parse("{}").depth()).isEqualTo(1);
    assertThat(RawJson.parse("[[],{\"a\":[1]},\"[[[[\\\"[\\\\\"]").depth()).isEqualTo(3);
  }
}
