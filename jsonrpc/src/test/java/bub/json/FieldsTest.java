package bub.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldsTest {
  private static final List<String> ORDER = List.of("a", "b");

  @Test
  void keepsTheOrderAndTheSpellingOfTheMembers() throws InvalidJson {
    Fields fields = fields("{ \"z\" : 1.0 , \"\\u0061\":{\"x\" : 1},\"é\":[ ] }");

    assertThat(fields.count()).isEqualTo(3);
    assertThat(IntStream.range(0, 3).mapToObj(fields::name)).containsExactly("z", "a", "é");
    assertThat(IntStream.range(0, 3).mapToObj(i -> fields.value(i).toString()))
        .containsExactly("1.0", "{\"x\" : 1}", "[ ]");
  }

  @Test
  void findsMembersHoweverTheirNamesAreWritten() throws InvalidJson {
    Fields fields = fields("{\"m\\u0065thod\":1,\"é\":2,\"\":3,\"\\u00e8\":4,\"metho\":5}");

    assertThat(fields.find("method")).hasToString("1");
    assertThat(fields.find("é")).hasToString("2");
    assertThat(fields.find("")).hasToString("3");
    assertThat(fields.find("è")).hasToString("4");
    assertThat(fields.find("methods")).isNull();
  }

  @Test
  void holdsMoreMembersThanItExpects() throws InvalidJson {
    String text =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "\"k" + i + "\":" + i)
            .collect(Collectors.joining(",", "{", "}"));
    Fields fields = fields(text);

    assertThat(fields.count()).isEqualTo(1_000);
    assertThat(fields.integer("k999", -1)).isEqualTo(999);
  }

  @Test
  void refusesATwinOnlyWhenItIsAskedFor() throws InvalidJson {
    Fields fields = fields("{\"a\":1,\"b\":2,\"\\u0061\":1}");

    assertThat(fields.find("b")).hasToString("2");
    assertThat(fields.find("c")).isNull();
    assertRefused(() -> fields.find("a"), "a", "a: appears twice");
  }

  @Test
  void takesParamsByNameOrByPosition() throws InvalidJson {
    assertThat(params("{\"b\":2,\"a\":1}").require("b")).hasToString("2");
    assertThat(params("[1, 2 ]").require("b")).hasToString("2");
    assertThat(params("[1]").name(0)).isEqualTo("a");
    assertThat(params("[1]").find("b")).isNull();
    assertThat(params("[]").count()).isZero();
    assertThat(Fields.of(null, ORDER).count()).isZero();
  }

  @Test
  void refusesParamsThatNobodyExpects() {
    assertRefused(() -> params("[1,2,3]"), "[2]", "[2]: at most 2 elements are allowed");
    assertRefused(() -> params("{\"a\":1,\"c\":1}"), "c", "c: unknown field");
  }

  @ParameterizedTest
  @CsvSource({
    "7, must be a string",
    "[], must be a string",
    "null, must be a string",
  })
  void namesTheFieldThatIsNoString(String value, String problem) throws InvalidJson {
    Fields fields = fields("{\"a\":" + value + "}");

    assertRefused(() -> fields.string("a"), "a", "a: " + problem);
  }

  @Test
  void namesTheFieldThatIsMissing() throws InvalidJson {
    Fields fields = fields("{}");

    assertRefused(() -> fields.require("a"), "a", "a: is missing");
    assertRefused(() -> fields.string("a"), "a", "a: is missing");
    assertRefused(() -> fields.object("a"), "a", "a: is missing");
    assertRefused(() -> fields.bool("a"), "a", "a: is missing");
  }

  @Test
  void namesTheFieldOfTheWrongType() throws InvalidJson {
    Fields fields = fields("{\"text\":\"1\",\"half\":0.5}");

    assertRefused(() -> fields.object("text"), "text", "text: must be an object");
    assertRefused(() -> fields.optionalObject("text"), "text", "text: must be an object");
    assertRefused(() -> fields.optionalString("half"), "half", "half: must be a string");
    assertRefused(() -> fields.bool("text"), "text", "text: must be true or false");
    assertRefused(() -> fields.bool("text", true), "text", "text: must be true or false");
    assertRefused(() -> fields.integer("text", 0), "text", "text: must be an integer");
    assertRefused(() -> fields.integer("half", 0), "half", "half: must be an integer");
  }

  @Test
  void readsWhatIsThere() throws InvalidJson {
    Fields fields = fields("{\"s\":\"x\\n\",\"o\":{ },\"t\":true,\"f\":false,\"i\":-5}");

    assertThat(fields.string("s")).isEqualTo("x\n");
    assertThat(fields.optionalString("s")).isEqualTo("x\n");
    assertThat(fields.object("o")).hasToString("{ }");
    assertThat(fields.optionalObject("o")).hasToString("{ }");
    assertThat(fields.bool("t")).isTrue();
    assertThat(fields.bool("f", true)).isFalse();
    assertThat(fields.integer("i", 1)).isEqualTo(-5);
  }

  @ParameterizedTest
  @CsvSource({"{}", "{\"x\":null}"})
  void anOptionalFieldMayBeMissingOrNull(String text) throws InvalidJson {
    Fields fields = fields(text);

    assertThat(fields.optionalString("x")).isNull();
    assertThat(fields.optionalObject("x")).isNull();
    assertThat(fields.bool("x", true)).isTrue();
    assertThat(fields.integer("x", 42)).isEqualTo(42);
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854775807",
    "-9223372036854775809, -9223372036854775808",
    "100000000000000000000000000000, 9223372036854775807",
    "-0, 0",
  })
  void clampsIntegersThatDoNotFit(String text, long expected) throws InvalidJson {
    assertThat(fields("{\"n\":" + text + "}").integer("n", 0)).isEqualTo(expected);
  }

  private static Fields fields(String text) throws InvalidJson {
    return RawJson.parse(text).fields();
  }

  private static Fields params(String text) throws InvalidJson {
    return Fields.of(RawJson.parse(text), ORDER);
  }

  private static void assertRefused(ThrowingCallable action, String field, String message) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            InvalidField.class, refused -> assertThat(refused.field()).isEqualTo(field))
        .hasMessage(message);
  }
}
