package bub.lobby.contract;

import static bub.lobby.contract.Json.giving;
import static bub.lobby.contract.Json.json;
import static bub.lobby.contract.Json.taking;
import static bub.lobby.contract.Json.times;
import static bub.lobby.contract.MessageDirection.INPUT;
import static bub.lobby.contract.MessageDirection.OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Violations that a contract reports for a message. */
class CompiledContractTest {
  private static final String CLOSED =
      "{'properties':{'item':{'type':'string'}},'additionalProperties':false}";

  @Test
  void theMembersOfTheEnvelopeAreNotTheSchemasBusiness() {
    assertThat(taking(CLOSED).check(INPUT, json("{'capability_name':'find','item':'a'}")))
        .isEmpty();
    assertThat(giving(CLOSED).check(OUTPUT, json("{'status':'success','item':'a'}"))).isEmpty();
  }

  @Test
  void eachWayHasItsOwnEnvelope() {
    assertThat(taking(CLOSED).check(INPUT, json("{'status':'success','item':'a'}")))
        .containsExactly(new Violation("/status", "is not a member that the schema defines"));
    assertThat(giving(CLOSED).check(OUTPUT, json("{'capability_name':'find'}"))).hasSize(1);
  }

  @Test
  void onlyTheTopLevelIsEnvelope() {
    CompiledContract contract = taking("{'properties':{'more':{'maxProperties':0}}}");
    assertThat(contract.check(INPUT, json("{'more':{'capability_name':'find'}}")))
        .containsExactly(new Violation("/more", "must have at most 0 members"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'properties':{'capability_name':{'const':'find'}}}",
        "{'required':['capability_name'],'additionalProperties':{'const':'find'}}"
      })
  void aSchemaThatNamesAMemberOfTheEnvelopeSeesIt(String schema) {
    assertThat(taking(schema).check(INPUT, json("{'capability_name':'find'}"))).isEmpty();
    assertThat(taking(schema).check(INPUT, json("{'capability_name':'other'}")))
        .containsExactly(new Violation("/capability_name", "must be \"find\""));
  }

  @Test
  void aRequiredMemberOfTheEnvelopeIsMissedWhenItIsNotThere() {
    assertThat(giving("{'required':['status']}").check(OUTPUT, json("{}")))
        .containsExactly(new Violation("", "must have the member \"status\""));
  }

  @Test
  void theEmptySchemaDoesNotEvenRead() {
    RawJson noJson = RawJson.trusted("{nonsense".getBytes(StandardCharsets.UTF_8));
    CompiledContract contract =
        CompiledContract.compile(new CapabilitySchemas(json("{}"), json("{ }")));
    assertThat(contract.check(INPUT, noJson)).isEmpty();
    assertThat(contract.check(OUTPUT, noJson)).isEmpty();
    assertThat(contract.isSurelyKept(INPUT, noJson, () -> 0)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'string'}                          | 5           | must be a string, not an integer
          {'type':['integer','null']}                | 1.5         | must be an integer or null, not a number
          {'type':'object'}                          | []          | must be an object, not an array
          {'type':'number'}                          | null        | must be a number, not null
          {'type':'array'}                           | true        | must be an array, not a boolean
          {'const':{'a':1}}                          | 5           | must be {"a":1}
          {'enum':['a',1,null]}                      | 'b'         | must be one of "a", 1, null
          {'required':['a']}                         | {}          | must have the member "a"
          {'dependentRequired':{'a':['b']}}          | {'a':1}     | must have the member "b" because it has "a"
          {'minimum':5}                              | 4.99        | must be at least 5
          {'exclusiveMinimum':5}                     | 5           | must be more than 5
          {'maximum':5}                              | 6           | must be at most 5
          {'exclusiveMaximum':0.5}                   | 0.5         | must be less than 0.5
          {'multipleOf':0.01}                        | 0.001       | must be a multiple of 0.01
          {'minLength':1}                            | ''          | must have at least 1 character
          {'maxLength':2}                            | 'abc'       | must have at most 2 characters
          {'pattern':'^a+$'}                         | 'b'         | must match the pattern "^a+$"
          {'minItems':2}                             | [1]         | must have at least 2 elements
          {'maxItems':0}                             | [1]         | must have at most 0 elements
          {'uniqueItems':true}                       | [1,1]       | must not have the same element twice
          {'contains':{'const':1}}                   | [2]         | has too few elements that match
          {'contains':{'const':1},'minContains':2}   | [1]         | has too few elements that match
          {'contains':{'const':1},'maxContains':1}   | [1,1]       | has too many elements that match
          {'items':false}                            | [1]         | has an element that the schema does not allow
          {'prefixItems':[{}],'unevaluatedItems':false} | [1,2]    | has an element that the schema does not allow
          {'minProperties':1}                        | {}          | must have at least 1 member
          {'not':{'type':'null'}}                    | null        | matches a schema that it must not match
          {'not':{}}                                 | null        | matches a schema that it must not match
          {'oneOf':[{},{'type':'null'}]}             | null        | must match exactly one of 2 alternatives, not 2
          {'allOf':[false]}                          | 1           | is not allowed by the schema
          """)
  void saysWhatIsWrong(String schema, String value, String problem) {
    assertThat(taking(schema).check(INPUT, json(value)))
        .containsExactly(new Violation("", problem));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'properties':{'a/b':{'items':{'type':'null'}}}} | {'a/b':[null,1]} | /a~1b/1
          {'additionalProperties':false}                   | {'~':1}          | /~0
          {'unevaluatedProperties':false}                  | {'a':1}          | /a
          {'propertyNames':{'maxLength':1}}                | {'ab':1}         | /ab
          {'prefixItems':[{},{'type':'null'}]}             | [1,2]            | /1
          {'$ref':'#/$defs/a','$defs':{'a':{'properties':{'b':{'type':'null'}}}}} | {'b':1} | /b
          """)
  void saysWhere(String schema, String value, String path) {
    assertThat(taking(schema).check(INPUT, json(value)))
        .extracting(Violation::path)
        .containsExactly(path);
  }

  @Test
  void tellsTheFaultsOfAlternativesApart() {
    CompiledContract contract =
        taking("{'properties':{'a':{'anyOf':[{'type':'string'},{'minimum':5}]}}}");
    assertThat(contract.check(INPUT, json("{'a':4}")))
        .containsExactly(
            new Violation("/a", "alternative 1: must be a string, not an integer"),
            new Violation("/a", "alternative 2: must be at least 5"));
  }

  @Test
  void tellsEverythingThatIsWrongOnce() {
    CompiledContract contract =
        taking("{'allOf':[{'required':['a']},{'required':['a','b']}],'maxProperties':1}");
    assertThat(contract.check(INPUT, json("{'c':1,'d':2}")))
        .containsExactly(
            new Violation("", "must have the member \"a\""),
            new Violation("", "must have the member \"b\""),
            new Violation("", "must have at most 1 member"));
  }

  @Test
  void stopsAfterTwentyFaults() {
    assertThat(
            taking("{'items':{'type':'null'}}").check(INPUT, json("[" + times(99, _ -> "1") + "]")))
        .hasSize(20);
    assertThat(
            taking("{'anyOf':[" + times(50, i -> "{'const':" + i + "}") + "]}")
                .check(INPUT, json("null")))
        .hasSize(20);
  }

  @Test
  void neverRepeatsALongText() {
    String name = "n".repeat(100_000);
    List<Violation> violations =
        taking(
                "{'required':['%s'],'additionalProperties':{'const':'%s'},'maxProperties':0}"
                    .replace("%s", "x".repeat(20_000)))
            .check(INPUT, json("{'" + name + "':'" + name + "','short':['" + name + "']}"));
    assertThat(violations).hasSize(4);
    assertThat(violations)
        .allSatisfy(
            violation -> {
              assertThat(violation.path()).hasSizeLessThanOrEqualTo(300);
              assertThat(violation.problem()).hasSizeLessThanOrEqualTo(300);
            });
    assertThat(violations)
        .contains(new Violation("", "in a nested value: must be \"" + "x".repeat(58) + "…"));
  }

  @Test
  void cutsNoCharacterInHalf() {
    String smiles = "😀".repeat(100);
    assertThat(taking("{'const':'a%s'}".replace("%s", smiles)).check(INPUT, json("1")))
        .singleElement()
        .satisfies(
            violation ->
                assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(violation.problem()))
                    .isTrue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'a':1,'a':2}             | /a
          {'b':[{'a':1,'c':2,'a':3}]} | /b/0/a
          {'a':1,'\\u0061':2}       | /a
          """)
  void refusesAMemberThatStandsTwice(String message, String path) {
    assertThat(taking("{'minProperties':0}").check(INPUT, json(message)))
        .containsExactly(new Violation(path, "appears twice"));
  }

  @Test
  void refusesANumberThatNobodyCanCalculateWith() {
    assertThat(taking("{'type':'integer'}").check(INPUT, json("1".repeat(1_001))))
        .containsExactly(new Violation("", "has a number with more than 1000 digits"));
    assertThat(taking("{'type':'integer'}").check(INPUT, json("1".repeat(1_000)))).isEmpty();
  }

  @Test
  void servesAllThreadsAtOnce() {
    CompiledContract contract =
        taking("{'properties':{'a':{'$ref':'#/$defs/a'}},'$defs':{'a':{'pattern':'^a*$'}}}");
    IntStream.range(0, 2_000)
        .parallel()
        .forEach(
            i -> {
              boolean right = i % 2 == 0;
              RawJson message = json("{'a':'" + (right ? "aaa" : "b") + "'}");
              assertThat(contract.check(INPUT, message)).hasSize(right ? 0 : 1);
              assertThat(contract.isSurelyKept(INPUT, message, () -> 0)).isEqualTo(right);
            });
  }
}
