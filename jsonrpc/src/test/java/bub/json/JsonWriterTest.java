package bub.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWriterTest {
  private final JsonWriter out = new JsonWriter();

  @Test
  void putsCommasBetweenMembersAndNowhereElse() {
    out.beginObject();
    out.name("a").beginArray().endArray();
    out.name("b").beginObject().endObject();
    out.name("c").beginArray().value(1).value("x").value(true).value(RawJson.NULL);
    out.beginArray().value(2).endArray().beginObject().field("d", 3).field("e", 4.5).endObject();
    out.endArray().field("f", "g").field("h", false).field("i", RawJson.EMPTY_OBJECT);
    out.endObject();

    assertThat(out)
        .hasToString(
            "{\"a\":[],\"b\":{},\"c\":[1,\"x\",true,null,[2],{\"d\":3,\"e\":4.5}],"
                + "\"f\":\"g\",\"h\":false,\"i\":{}}");
  }

  @Test
  void leavesOutWhatIsOptionalAndMissing() {
    out.beginObject();
    out.optional("a", (String) null).optional("b", "x");
    out.optional("c", (JsonValue) null).optional("d", RawJson.NULL);
    out.field("e", (String) null).endObject();

    assertThat(out).hasToString("{\"b\":\"x\",\"d\":null,\"e\":null}");
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        9,
        10,
        11,
        99,
        100,
        101,
        999_999,
        1_000_000,
        99_999_999,
        100_000_000,
        999_999_999,
        1_000_000_000,
        Integer.MAX_VALUE,
        -1,
        -9,
        -10,
        -1_000_000_000,
        Long.MIN_VALUE,
        Long.MAX_VALUE
      })
  void writesEveryDigitOfALong(long number) {
    assertThat(out.value(number)).hasToString(Long.toString(number));
  }

  @Test
  void writesTheLongsAroundEveryPowerOfTen() {
    for (long power = 1; power <= 1_000_000_000_000_000_000L && power > 0; power *= 10) {
      for (long number = power - 1; number <= power + 1; number++) {
        assertThat(new JsonWriter().value(number)).hasToString(Long.toString(number));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.0, 0.1, 1e21, -1.5e-300, Double.MIN_VALUE, Double.MAX_VALUE})
  void writesADoubleThatReadsBackTheSame(double number) throws InvalidJson {
    RawJson json = RawJson.parse(out.value(number).toByteArray(), 1);

    assertThat(Double.parseDouble(json.toString())).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void writesNullForADoubleThatJsonDoesNotKnow(double number) {
    assertThat(out.value(number)).hasToString("null");
  }

  @ParameterizedTest
  @CsvSource({
    "8, \\b",
    "9, \\t",
    "10, \\n",
    "12, \\f",
    "13, \\r",
    "34, \\\"",
    "92, \\\\",
    "0, \\u0000",
    "11, \\u000b",
    "27, \\u001b",
    "31, \\u001f",
    "47, /"
  })
  void escapesWhatMustBeEscaped(int c, String escaped) {
    assertThat(out.value(Character.toString(c))).hasToString("\"" + escaped + "\"");
  }

  @Test
  void everyCharacterOfTheFirstPlaneReadsBack() throws InvalidJson {
    for (char c = 0; c < 0xFFFF; c++) {
      String text = "x" + c + "y";
      String expected = Character.isSurrogate(c) ? "x\ufffdy" : text;
      byte[] bytes = new JsonWriter().value(text).toByteArray();

      assertThat(RawJson.parse(bytes, 1).asString()).as("U+%04X", (int) c).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "\ud83d\ude00, \ud83d\ude00",
    "\ud800\udc00\udbff\udfff, \ud800\udc00\udbff\udfff",
    "\ud83dx, \ufffdx",
    "x\ud83d, x\ufffd",
    "\ude00\ud83d, \ufffd\ufffd",
    "\ud83d\ud83d\ude00, \ufffd\ud83d\ude00",
  })
  void writesPairsWholeAndHalfPairsAsReplacements(String text, String expected) {
    assertThat(out.value(text).toByteArray()).isEqualTo(("\"" + expected + "\"").getBytes(UTF_8));
  }

  @Test
  void escapesNamesLikeValues() {
    assertThat(out.beginObject().field("a\"\né", 1).endObject()).hasToString("{\"a\\\"\\né\":1}");
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 511, 512, 513, 1_000, 100_000, 3_000_000})
  void growsWithTheText(int size) throws InvalidJson {
    String text = "é".repeat(size) + "\u0001".repeat(size);

    out.beginArray().value(text).value(size).endArray();

    RawJson json = RawJson.parse(out.toByteArray(), 1);
    assertThat(json.elements().getFirst().asString()).isEqualTo(text);
    assertThat(out.length()).isEqualTo(json.length()).isLessThanOrEqualTo(out.buffer().length);
  }

  @Test
  void growsOneByteAtATime() {
    for (int i = 0; i < 2_000; i++) {
      out.beginArray();
    }
    assertThat(out).hasToString("[".repeat(2_000));
  }

  @Test
  void scratchStartsEmptyAndIsReused() {
    JsonWriter first = JsonWriter.scratch().beginArray().value(1);

    JsonWriter second = JsonWriter.scratch().value(2);

    assertThat(second).isSameAs(first).hasToString("2");
  }

  @Test
  void scratchGivesBackALargeBuffer() {
    int large = JsonWriter.scratch().value("x".repeat(100_000)).buffer().length;

    assertThat(large).isGreaterThan(100_000);
    assertThat(JsonWriter.scratch().buffer().length).isLessThanOrEqualTo(64 * 1024);
  }

  @Test
  void aCopyDoesNotChangeWithTheBuffer() {
    byte[] copy = JsonWriter.scratch().value("first").toByteArray();

    JsonWriter.scratch().value("other");

    assertThat(copy).isEqualTo("\"first\"".getBytes(UTF_8));
  }
}
