package bub.lobby.contract;

import static bub.lobby.contract.Json.json;
import static bub.lobby.contract.Json.taking;
import static bub.lobby.contract.Json.times;
import static bub.lobby.contract.MessageDirection.INPUT;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Schemas and messages made to waste time get an answer soon and in little memory. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HostileTest {
  private static final Violation TOO_COMPLEX = new Violation("", "is too complex to check");
  private static final String NUMBERS = "[" + times(100_000, Integer::toString) + "]";
  private static final String EMPTIES = "[" + times(100_000, _ -> "{}") + "]";
  private static final String COLLIDING = "[" + times(20_000, i -> "'" + colliding(i) + "'") + "]";

  /** Different strings that all have the same hash code. */
  private static String colliding(int number) {
    var text = new StringBuilder();
    for (int bit = 0; bit < 15; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  /** A chain of definitions, each of which uses the next one twice. */
  private static String doubling(String keyword, String more) {
    IntFunction<String> definition =
        i ->
            "'d%d':{'%s':[{'$ref':'#/$defs/d%d'},{'$ref':'#/$defs/d%d'}]%s}"
                .formatted(i, keyword, i + 1, i + 1, more);
    return "{'$ref':'#/$defs/d0','$defs':{" + times(40, definition) + ",'d40':{'minimum':0}}}";
  }

  private static String recursive(int alternatives) {
    IntFunction<String> alternative =
        i -> "{'items':{'$ref':'#/$defs/node'},'minItems':" + (i + 2) + "}";
    return "{'$ref':'#/$defs/node','$defs':{'node':{'anyOf':["
        + times(alternatives, alternative)
        + "]}}}";
  }

  static Stream<Arguments> tooMuchWork() {
    return Stream.of(
        Arguments.of("doubled allOf", doubling("allOf", ""), "1"),
        Arguments.of("doubled oneOf", doubling("oneOf", ""), "-1"),
        Arguments.of(
            "doubled notes",
            doubling("allOf", ",'properties':{'a':{}},'unevaluatedProperties':{}"),
            "{'a':1}"),
        Arguments.of(
            "doubled notes that do not count",
            doubling("anyOf", ",'properties':{'a':{}},'maxProperties':0")
                .replaceFirst("\\{", "{'unevaluatedProperties':false,"),
            "{'a':1}"),
        Arguments.of("recursive anyOf", recursive(3), "[".repeat(60) + "]".repeat(60)),
        Arguments.of(
            "items times allOf",
            "{'items':{'allOf':[" + times(1_900, _ -> "{'type':'integer'}") + "]}}",
            NUMBERS),
        Arguments.of(
            "items times required",
            "{'contains':{'required':[" + times(6_000, i -> "'k" + i + "'") + "]}}",
            EMPTIES),
        Arguments.of(
            "items times dependentRequired",
            "{'contains':{'not':{'dependentRequired':{'':["
                + times(6_000, i -> "'k" + i + "'")
                + "]}}}}",
            EMPTIES),
        Arguments.of(
            "items times properties",
            "{'contains':{'not':{'properties':{" + times(1_900, i -> "'k" + i + "':{}") + "}}}}",
            EMPTIES),
        Arguments.of(
            "a thousand times uniqueItems",
            "{'allOf':[" + times(1_000, _ -> "{'uniqueItems':true}") + "]}",
            NUMBERS),
        Arguments.of(
            "a thousand times const",
            "{'anyOf':[" + times(1_000, _ -> "{'const':[]}") + "]}",
            NUMBERS),
        Arguments.of(
            "a thousand times a long string",
            "{'allOf':[" + times(1_000, _ -> "{'maxLength':1000000}") + "]}",
            "'" + "x".repeat(900_000) + "'"),
        Arguments.of(
            "long division",
            "{'contains':{'multipleOf':" + "7".repeat(900) + "e-900}}",
            "[" + times(50_000, _ -> "1e9999") + "]"),
        Arguments.of(
            "backtracking", "{'pattern':'^(.*)(.*)(.*)(.*)(.*)x$'}", "'" + "y".repeat(2_000) + "'"),
        Arguments.of(
            "backtracking in names",
            "{'patternProperties':{'(.*)(.*)(.*)(.*)(.*)x':{}}}",
            "{'" + "y".repeat(2_000) + "':1}"),
        Arguments.of(
            "backtracking over names that are left",
            "{'patternProperties':{'(.*)(.*)(.*)(.*)(.*)x':{}},'additionalProperties':false}",
            "{'" + "y".repeat(2_000) + "':1}"),
        Arguments.of(
            "patterns times names",
            "{'patternProperties':{" + times(1_900, i -> "'k" + i + "$':{}") + "}}",
            "{" + times(50_000, i -> "'n" + i + "':0") + "}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tooMuchWork")
  void givesUpOnTooMuchWork(String name, String schema, String message) {
    assertThat(SchemaCheck.problemWith("schema", json(schema))).isNull();
    CompiledContract contract = taking(schema);
    // A clock that stands still: only the work counts.
    assertThat(contract.check(INPUT, json(message), CheckBudget.FULL, () -> 0))
        .containsExactly(TOO_COMPLEX);
    assertThat(contract.check(INPUT, json(message), CheckBudget.BRISK, () -> 0)).isNull();
    assertThat(contract.isSurelyKept(INPUT, json(message), () -> 0)).isFalse();
  }

  static Stream<Arguments> honestWork() {
    return Stream.of(
        Arguments.of("many numbers", "{'items':{'type':'integer','minimum':0}}", NUMBERS),
        Arguments.of("many different numbers", "{'uniqueItems':true}", NUMBERS),
        Arguments.of("strings made to collide", "{'uniqueItems':true}", COLLIDING),
        Arguments.of(
            "a large enum made to collide",
            "{'items':{'enum':[" + times(1_800, i -> "'" + colliding(i) + "'") + "]}}",
            "[" + times(1_800, i -> "'" + colliding(i) + "'") + "]"),
        Arguments.of(
            "a large const",
            "{'const':" + "[".repeat(60) + "]".repeat(60) + "}",
            "[".repeat(60) + "]".repeat(60)),
        Arguments.of("deep nesting", "{'items':{'$ref':'#'}}", "[".repeat(64) + "]".repeat(64)),
        Arguments.of(
            "a chain of forty references",
            doubling("allOf", "").replaceAll(",\\{[^}]*}]", "]"),
            "1"),
        Arguments.of(
            "a pattern over a long text",
            "{'pattern':'^[a-z ]+$'}",
            "'" + "words and ".repeat(5_000) + "'"),
        Arguments.of(
            "huge numbers",
            "{'items':{'type':'integer','minimum':0,'maximum':1e9999}}",
            "[" + times(1_000, _ -> "123e9000") + "]"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("honestWork")
  void finishesHonestWork(String name, String schema, String message) {
    assertThat(SchemaCheck.problemWith("schema", json(schema))).isNull();
    assertThat(taking(schema).check(INPUT, json(message), CheckBudget.FULL, () -> 0)).isEmpty();
  }

  @Test
  void judgesATreeOfAnyShape() {
    CompiledContract tree =
        taking(
            "{'$ref':'#/$defs/node','$defs':{'node':{'type':'object','required':['value'],"
                + "'properties':{'value':{'type':'integer'},"
                + "'children':{'type':'array','items':{'$ref':'#/$defs/node'}}}}}}");
    String deep = "{'value':1}";
    for (int i = 0; i < 30; i++) {
      deep = "{'value':1,'children':[" + deep + "]}";
    }
    String wide = "{'value':1,'children':[" + times(5_000, _ -> "{'value':2}") + "]}";
    assertThat(tree.check(INPUT, json(deep))).isEmpty();
    assertThat(tree.check(INPUT, json(wide))).isEmpty();
    assertThat(tree.check(INPUT, json("{'value':1,'children':[{'value':2},{'children':[]}]}")))
        .containsExactly(new Violation("/children/1", "must have the member \"value\""));
  }

  @Test
  void stopsWhatTheUnitsMisjudgeByTheClock() {
    var time = new AtomicLong();
    CompiledContract contract = taking("{'items':{'type':'integer'}}");
    RawJson message = json(NUMBERS);
    assertThat(contract.check(INPUT, message, CheckBudget.FULL, time::get)).isEmpty();
    assertThat(
            contract.check(
                INPUT,
                message,
                CheckBudget.FULL,
                () -> time.getAndAdd(TimeUnit.SECONDS.toNanos(2))))
        .containsExactly(TOO_COMPLEX);
  }

  @Test
  void reportsTheFaultsItFoundBeforeItGaveUp() {
    CompiledContract contract =
        taking("{'maxItems':3,'allOf':[" + times(1_000, _ -> "{'uniqueItems':true}") + "]}");
    assertThat(contract.check(INPUT, json(NUMBERS)))
        .containsExactly(new Violation("", "must have at most 3 elements"));
  }

  @Test
  void survivesARegularExpressionThatNeedsTooMuchStack() {
    CompiledContract contract = taking("{'pattern':'^(a|b)*$'}");
    assertThat(contract.check(INPUT, json("'" + "ab".repeat(100_000) + "'")))
        .containsExactly(TOO_COMPLEX);
    assertThat(contract.check(INPUT, json("'" + "ab".repeat(100) + "'"))).isEmpty();
  }

  @Test
  void neverMatchesALongTextAtAGlance() {
    CompiledContract contract = taking("{'pattern':'^a*$'}");
    assertThat(contract.isSurelyKept(INPUT, json("'" + "a".repeat(128) + "'"), () -> 0)).isTrue();
    assertThat(contract.isSurelyKept(INPUT, json("'" + "a".repeat(129) + "'"), () -> 0)).isFalse();
  }

  @Test
  void neverGlancesAtALargeMessage() {
    CompiledContract contract = taking("{'type':'string'}");
    assertThat(contract.isSurelyKept(INPUT, json("'" + "a".repeat(4_094) + "'"), () -> 0)).isTrue();
    assertThat(contract.isSurelyKept(INPUT, json("'" + "a".repeat(4_095) + "'"), () -> 0))
        .isFalse();
  }
}
