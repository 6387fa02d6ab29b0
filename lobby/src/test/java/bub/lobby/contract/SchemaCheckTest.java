package bub.lobby.contract;

import static bub.lobby.contract.Json.json;
import static bub.lobby.contract.Json.times;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas that a capability may have, and the errors for all others. */
class SchemaCheckTest {
  private static @Nullable String problemWith(String schema) {
    return SchemaCheck.problemWith("schema", json(schema));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'type':'object','properties':{'a':{'type':['string','null']}},'required':['a']}",
        "{'$schema':'https://json-schema.org/draft/2020-12/schema','$id':'https://example.com/a'}",
        "{'$schema':'https://json-schema.org/draft/2020-12/schema#'}",
        "{'$ref':'#/$defs/a','$defs':{'a':{'type':'string'}}}",
        "{'properties':{'next':{'$ref':'#'}}}",
        "{'$ref':'#name','$defs':{'a':{'$anchor':'name'}}}",
        "{'$dynamicRef':'#name','$defs':{'a':{'$dynamicAnchor':'name'}}}",
        "{'$ref':'#/$defs/a~1b','$defs':{'a/b':{}}}",
        "{'$ref':'#/$defs/a%20b','$defs':{'a b':{}}}",
        "{'$ref':'#/$defs/a+b','$defs':{'a+b':{}}}",
        "{'$ref':'#/definitions/a','definitions':{'a':{}}}",
        "{'$id':'https://example.com/a','properties':{'b':{'$ref':'https://example.com/a'}}}",
        "{'$id':'https://example.com/a','$ref':'https://example.com/a#/$defs/b','$defs':{'b':{}}}",
        "{'$id':'https://example.com/a','$ref':'https://example.com/a#b','$anchor':'c',"
            + "'$defs':{'x':{'$anchor':'b'}}}",
        "{'dependencies':{'a':['b'],'c':{'required':['d']},'e':['f','f']}}",
        "{'allOf':[{'$ref':'#/properties/a'}],'properties':{'a':true}}",
        "{'enum':[{'$ref':'http://nobody.example/'}],'default':{'$id':'x'}}",
        "{'x-anything':{'$ref':'http://nobody.example/'},'title':'a'}",
        "{'format':'no such format','contentMediaType':'image/png'}",
        "{'pattern':'^[A-Z]{2,3}-\\\\d+(\\\\.\\\\d+)?$'}",
        "{'maxItems':9007199254740991,'contains':{},'minContains':1e400}",
        "{'maxLength':2.0,'minimum':-1e400,'multipleOf':0.01}",
      })
  void acceptsWhatTheStandardAllows(String schema) {
    assertThat(problemWith(schema)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'properties':{'price':{'type':'money'}}} | schema/properties/price/type: must be one of "array", "boolean", "integer", "null", "number", "object", "string"
          {'properties':{'a':{'minLength':-1}}}     | schema/properties/a/minLength: must be at least 0
          {'required':['a','a']}                    | schema/required: must not have the same element twice
          {'required':'a'}                          | schema/required: must be an array, not a string
          {'properties':5}                          | schema/properties: must be an object, not an integer
          {'properties':{'a/b~c':{'maximum':'9'}}}  | schema/properties/a~1b~0c/maximum: must be a number, not a string
          {'items':[{}]}                            | schema/items: must be an object or a boolean, not an array
          {'allOf':[]}                              | schema/allOf: must have at least 1 element
          {'multipleOf':0}                          | schema/multipleOf: must be more than 0
          {'a':1,'a':2}                             | schema/a: appears twice
          {'pattern':'('}                           | schema/pattern: has an unmatched (
          {'pattern':'[b-a]'}                       | schema/pattern: Illegal character range
          {'pattern':'(a*)*'}                       | schema/pattern: repeats something that may be empty
          {'items':{'patternProperties':{'/[':{}}}} | schema/items/patternProperties/~1[: has an unmatched [
          """)
  void namesThePlaceOfAFault(String schema, String problem) {
    assertThat(problemWith(schema)).isEqualTo(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "[]", "5", "null", "'text'"})
  void refusesWhatIsNoObject(String schema) {
    assertThat(problemWith(schema)).isEqualTo("schema: must be an object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://json-schema.org/draft-07/schema#", "http://nobody.example/", ""})
  void refusesAnotherDialect(String dialect) {
    assertThat(problemWith("{'$schema':'" + dialect + "'}"))
        .isEqualTo(
            "schema/$schema: must be https://json-schema.org/draft/2020-12/schema, or absent");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'$ref':'http://nobody.example/'}              | schema/$ref: must start with #: a schema cannot refer to another document
          {'items':{'$ref':'other.json#/a'}}             | schema/items/$ref: must start with #: a schema cannot refer to another document
          {'$dynamicRef':'file:///etc/passwd'}           | schema/$dynamicRef: must start with #: a schema cannot refer to another document
          {'$id':'http://a.example/b','$ref':'b'}        | schema/$ref: must start with #: a schema cannot refer to another document
          {'$id':'http://a.example/b','$ref':'http://a.example/bc'} | schema/$ref: must start with #: a schema cannot refer to another document
          {'dependencies':{'a':{'$ref':'http://a.example/'}}} | schema/dependentSchemas/a/$ref: must start with #: a schema cannot refer to another document
          {'$ref':'#/$defs/a'}                           | schema/$ref: does not point to a schema
          {'$ref':'#name'}                               | schema/$ref: does not point to a schema
          {'$ref':'#/enum/0','enum':[{}]}                | schema/$ref: does not point to a schema
          {'$ref':'#/%'}                                 | schema/$ref: does not point to a schema
          {'$defs':{'a':{'$id':'http://b.example/'}}}    | schema/$defs/a/$id: is allowed only at the top level of a schema
          {'not':{'$schema':'https://json-schema.org/draft/2020-12/schema'}} | schema/not/$schema: is allowed only at the top level of a schema
          {'$anchor':'a','items':{'$dynamicAnchor':'a'}} | schema/items/$dynamicAnchor: appears twice
          """)
  void refusesAReferenceThatLeavesTheDocumentOrPointsNowhere(String schema, String problem) {
    assertThat(problemWith(schema)).isEqualTo(problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$ref':'#'}",
        "{'allOf':[{'not':{'$ref':'#'}}]}",
        "{'if':{'$ref':'#/$defs/a'},'$defs':{'a':{'anyOf':[true,{'$ref':'#'}]}}}",
        "{'dependentSchemas':{'x':{'$dynamicRef':'#me'}},'$dynamicAnchor':'me'}",
      })
  void refusesASchemaThatRefersToItselfWithoutEnd(String schema) {
    assertThat(problemWith(schema)).isEqualTo("schema: refers to itself in an endless loop");
  }

  @Test
  void refusesAChainOfReferencesThatIsTooLong() {
    assertThat(problemWith(chain(100))).isNull();
    assertThat(problemWith(chain(101)))
        .isEqualTo("schema: has a chain of more than 100 references");
  }

  private static String chain(int length) {
    IntFunction<String> link = i -> "'d%d':{'$ref':'#/$defs/d%d'}".formatted(i, i + 1);
    return "{'$ref':'#/$defs/d1','$defs':{" + times(length, link) + ",'d" + length + "':{}}}";
  }

  @Test
  void acceptsSchemasInsideEachOtherAsDeepAsAMessageMayBe() {
    assertThat(problemWith("{'not':".repeat(63) + "{}" + "}".repeat(63))).isNull();
    assertThat(problemWith("{'properties':{'a':".repeat(31) + "{}" + "}}".repeat(31))).isNull();
  }

  @Test
  void refusesASchemaThatIsTooLarge() {
    assertThat(problemWith("{'title':'" + "x".repeat(65_536) + "'}"))
        .isEqualTo("schema: has more than 65536 bytes");
  }

  @Test
  void countsTheSchemasInside() {
    assertThat(problemWith("{'anyOf':[" + times(1_999, _ -> "{}") + "]}")).isNull();
    assertThat(problemWith("{'anyOf':[" + times(2_000, _ -> "{}") + "]}"))
        .isEqualTo("schema: has more than 2000 subschemas");
  }

  @Test
  void refusesASmallTextThatUnfoldsIntoALargeContract() {
    String large = "'$defs':{'large':{'anyOf':[" + times(900, _ -> "{'minLength':1}") + "]}}";
    String spellings = times(32, i -> "{'$ref':'#/$defs/" + spelling(i) + "'}");
    assertThat(problemWith("{" + large + ",'oneOf':[" + spellings + "]}"))
        .isEqualTo("schema/oneOf/4/$ref: refers to too many schemas");
  }

  /** One of 32 ways to write "large" in a reference. */
  private static String spelling(int which) {
    var name = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      char letter = "large".charAt(i);
      name.append((which >> i & 1) == 0 ? letter : "%" + Integer.toHexString(letter));
    }
    return name.toString();
  }

  @Test
  void doesNotRepeatALongTextInItsAnswer() {
    String name = "n".repeat(10_000);
    assertThat(problemWith("{'properties':{'" + name + "':{'type':'" + name + "'}}}"))
        .startsWith("schema/properties: in a nested value: must be one of")
        .hasSizeLessThan(700);
    assertThat(problemWith("{'$ref':'" + name + "'}")).hasSizeLessThan(700);
  }
}
