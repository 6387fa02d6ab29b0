package bub.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import bub.json.InvalidJson.Flaw;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonGrammarTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "-0.0",
        "10",
        "1e9999",
        "1E+5",
        "1.5e-0003",
        "123456789012345678901234567890",
        "true",
        "false",
        "null",
        "\"\"",
        "[]",
        "{}",
        "[ ]",
        "{\t}",
        "[1,[2,{\"a\":[]}]]",
        "{\"\":{\"\":0}}",
        "{\"a\":1,\"a\":2}"
      })
  void acceptsEveryValueOfTheGrammar(String text) throws InvalidJson {
    assertThat(RawJson.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0000\\uABcd\"", "\"\\ud83d\\ude00\"", "\"\u007f\"",
        "\"\u2028\u2029\"", "\"\uffff\"", "\"\ud83d\ude00\"", "\"\ufeff\""
      })
  void acceptsEveryStringThatUtf8CanCarry(String text) throws InvalidJson {
    assertThat(RawJson.parse(text)).hasToString(text);
  }

  @Test
  void leavesOutTheSpaceAroundTheValue() throws InvalidJson {
    assertThat(RawJson.parse(" \t\r\n [ 1 ] \n\r\t ")).hasToString("[ 1 ]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "\t\r\n", "[", "{", "[1", "[1,", "{\"a\"", "{\"a\":", "\"", "\"\\"})
  void refusesATextThatEndsTooEarly(String text) {
    assertRefused(text, "unexpected end of the text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"01", "-01", "00", "1 2", "[1]x", "{}{}", "null,", "1\u0000", "0x1", "1//"})
  void refusesWhateverFollowsTheValue(String text) {
    assertRefused(text, "unexpected text after the value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.", "-", "1.e5", "1e", "1e+", "-.5", "-a", "[1.]"})
  void refusesANumberThatLacksADigit(String text) {
    assertRefused(text, "expected a digit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e400000000", "1E+10000", "-0e-00000"})
  void refusesAnExponentThatWouldChokeADecimalParser(String text) {
    assertRefused(text, "an exponent of more than four digits");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".5",
        "+1",
        "NaN",
        "Infinity",
        "True",
        "'a'",
        "a",
        "/",
        "\u0000",
        "\ufeff1",
        "\u00a01",
        "\f1",
        "\uff11",
        "[1,]",
        "[,1]",
        "]",
        "{\"a\":}"
      })
  void refusesWhatIsNoValue(String text) {
    assertRefused(text, "expected a value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trux", "tRUE", "falsy", "nulL", "[nil]"})
  void refusesAMisspelledWord(String text) {
    assertRefused(text, "expected '");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tru", "fals", "n"})
  void refusesHalfAWord(String text) {
    assertRefused(text, "unexpected end of the text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "{,}",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{\"a\",1}",
        "[1 2]",
        "[1:2]",
        "[1}",
        "{\"a\":1]",
        "{\"a\":1 \"b\":2}",
        "[01]"
      })
  void refusesWrongPunctuation(String text) {
    assertThat(refusalOf(text.getBytes(UTF_8))).startsWith("expected ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\u0000\"", "\"a\nb\"", "\"\t\"", "\"\u001f\"", "{\"\u0001\":1}"})
  void refusesControlCharactersInsideStrings(String text) {
    assertRefused(text, "a control character in a string");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\\x41\"", "\"\\'\"", "\"\\U0041\"", "\"\\\n\"", "\"\\é\""})
  void refusesUnknownEscapes(String text) {
    assertRefused(text, "an unknown escape");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"\\u12\"", "\"\\u12G4\"", "\"\\u-123\"", "\"\\u００４１\"", "\"\\ud83d\\u\""})
  void refusesHalfAUnicodeEscape(String text) {
    assertRefused(text, "expected four hexadecimal digits");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\uDFFF\\ud800\"",
        "\"\\ud800x\"",
        "\"\\ud800\\n\"",
        "\"\\ud800\\ud800\\udc00\"",
        "\"\\ud800\\u0041\"",
        "{\"\\udbff\":1}"
      })
  void refusesALoneSurrogate(String text) {
    assertRefused(text, "a lone surrogate");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "22ff22, invalid UTF-8 (at byte 1)",
        "228022, invalid UTF-8 (at byte 1)",
        "2261c322, invalid UTF-8 (at byte 2)",
        "22c3, invalid UTF-8 (at byte 1)",
        "22c0af22, invalid UTF-8 (at byte 1)",
        "22e080af22, invalid UTF-8 (at byte 1)",
        "22f08080af22, invalid UTF-8 (at byte 1)",
        "22eda08022, invalid UTF-8 (at byte 1)",
        "22f490808022, invalid UTF-8 (at byte 1)",
        "22f88880808022, invalid UTF-8 (at byte 1)",
        "7b22ff223a317d, invalid UTF-8 (at byte 2)",
        "ff, expected a value (at byte 0)",
        "80, expected a value (at byte 0)",
        "5bff5d, expected a value (at byte 1)",
        "5b31ff5d, \"expected ',' or ']' (at byte 2)\"",
        "efbbbf31, expected a value (at byte 0)",
        "feff0031, expected a value (at byte 0)",
      })
  void refusesBytesThatAreNotUtf8(String hex, String problem) {
    assertThat(refusalOf(HexFormat.of().parseHex(hex))).isEqualTo(problem);
  }

  @Test
  void countsDepthInBothKindsOfBrackets() throws InvalidJson {
    String open = "[{\"a\":".repeat(32);
    String close = "}]".repeat(32);

    assertThat(RawJson.parse(open + "1" + close).isArray()).isTrue();
    assertThatThrownBy(() -> RawJson.parse(open + "[]" + close))
        .asInstanceOf(type(InvalidJson.class))
        .returns(Flaw.TOO_DEEP, InvalidJson::flaw);
  }

  @Test
  void countsNestingAndNotLength() throws InvalidJson {
    assertThat(RawJson.parse("[" + "[],".repeat(10_000) + "{}]").elements()).hasSize(10_001);
  }

  @Test
  void refusesAMillionBracketsWithoutReadingThemAll() {
    assertThatThrownBy(() -> RawJson.parse("[".repeat(1_000_000)))
        .hasMessage("nested deeper than 64 levels");
  }

  private static void assertRefused(String text, String problem) {
    assertThat(refusalOf(text.getBytes(UTF_8))).contains(problem);
  }

  private static String refusalOf(byte[] text) {
    InvalidJson refusal = catchThrowableOfType(InvalidJson.class, () -> RawJson.parse(text, 64));
    assertThat(refusal).extracting(InvalidJson::flaw).isEqualTo(Flaw.SYNTAX);
    return String.valueOf(refusal.getMessage());
  }
}
