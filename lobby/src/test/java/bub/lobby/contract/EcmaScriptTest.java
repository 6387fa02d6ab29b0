package bub.lobby.contract;

import static bub.lobby.contract.Json.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns and keywords follow the JSON Schema standard, also where Java differs. */
class EcmaScriptTest {

  private static boolean accepts(String schema, String value) {
    var contract = CompiledContract.compile(new CapabilitySchemas(json(schema), json("{}")));
    return contract.check(MessageDirection.INPUT, json(value)).isEmpty();
  }

  private static boolean matches(String pattern, int character) {
    String schema = "{'properties':{'a':{'pattern':'" + pattern.replace("\\", "\\\\") + "'}}}";
    assertThat(SchemaCheck.problemWith("schema", json(schema))).isNull();
    String escaped =
        Character.isSupplementaryCodePoint(character)
            ? Character.toString(character)
            : "\\u%04x".formatted(character);
    return accepts(schema, "{'a':'" + escaped + "'}");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0, 0x1680, 0x2000, 0x2005, 0x200a, 0x2028, 0x2029,
        0x202f, 0x205f, 0x3000, 0xfeff
      })
  void whiteSpaceIsThatOfEcmaScript(int space) {
    for (String pattern : new String[] {"^\\s$", "^[\\s]$", "^[x\\s]$", "^[^\\S]$"}) {
      assertThat(matches(pattern, space)).as(pattern).isTrue();
    }
    for (String pattern : new String[] {"^\\S$", "^[\\S]$", "^[x\\S]$", "^[^\\s]$"}) {
      assertThat(matches(pattern, space)).as(pattern).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0x00, 0x08, 0x0e, 0x1f, 0x21, 0x61, 0x9f, 0x180e, 0x200b, 0x2060, 0xff00, 0x1f600})
  void allOthersAreNone(int other) {
    for (String pattern : new String[] {"^\\S$", "^[\\S]$", "^[^\\s]$"}) {
      assertThat(matches(pattern, other)).as(pattern).isTrue();
    }
    for (String pattern : new String[] {"^\\s$", "^[\\s]$", "^[^\\S]$"}) {
      assertThat(matches(pattern, other)).as(pattern).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"^\\cA$,1", "^\\ca$,1", "^\\cZ$,26", "^\\cz$,26", "^[\\cJ]$,10", "^[a\\cj]$,10"})
  void aControlCharacterHasASmallOrACapitalLetter(String pattern, int character) {
    assertThat(matches(pattern, character)).isTrue();
    assertThat(matches(pattern, '!')).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\c", "\\c1", "[\\c]", "\\c*"})
  void aControlCharacterWithoutALetterIsRefused(String pattern) {
    assertThat(MeteredPattern.problemWith(pattern)).isNotNull();
  }

  @Test
  void anEscapedBackslashIsNoEscape() {
    assertThat(matches("^\\\\$", '\\')).isTrue();
    assertThat(MeteredPattern.problemWith("^\\\\s$")).isNull();
    assertThat(accepts("{'properties':{'a':{'pattern':'^\\\\\\\\s$'}}}", "{'a':'\\\\s'}")).isTrue();
  }

  @Test
  void theSchemasOwnNameMeansTheWholeOfIt() {
    String tree =
        "{'$id':'https://example.com/tree','type':'object','required':['v'],"
            + "'properties':{'next':{'$ref':'https://example.com/tree'}}}";
    assertThat(accepts(tree, "{'v':1,'next':{'v':2}}")).isTrue();
    assertThat(accepts(tree, "{'v':1,'next':{}}")).isFalse();
  }

  @Test
  void dependenciesAreEnforced() {
    String schema =
        "{'dependencies':{'card':['address'],'gift':{'required':['to']}},"
            + "'dependentRequired':{'card':['name']}}";
    assertThat(accepts(schema, "{}")).isTrue();
    assertThat(accepts(schema, "{'card':1,'address':2,'name':3}")).isTrue();
    assertThat(accepts(schema, "{'card':1,'name':3}")).isFalse();
    assertThat(accepts(schema, "{'card':1,'address':2}")).isFalse();
    assertThat(accepts(schema, "{'gift':1}")).isFalse();
    assertThat(accepts(schema, "{'gift':1,'to':2}")).isTrue();
  }
}
