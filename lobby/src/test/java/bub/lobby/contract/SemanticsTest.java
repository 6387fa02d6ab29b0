package bub.lobby.contract;

import static bub.lobby.contract.Json.json;
import static bub.lobby.contract.Json.taking;
import static bub.lobby.contract.MessageDirection.INPUT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Semantics of JSON Schema 2020-12, where readers and libraries tend to differ. */
class SemanticsTest {
  private static void assertVerdict(String schema, String value, boolean kept) {
    assertThat(SchemaCheck.problemWith("schema", json(schema))).isNull();
    var contract = taking(schema);
    assertThat(contract.check(INPUT, json(value)).isEmpty()).isEqualTo(kept);
    assertThat(contract.isSurelyKept(INPUT, json(value), () -> 0)).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'integer'}          | 1.0                  | true
          {'type':'integer'}          | 1e2                  | true
          {'type':'integer'}          | 1.5                  | false
          {'type':'integer'}          | 123456789012345678901234567890 | true
          {'type':'integer'}          | 1e9999               | true
          {'type':'number'}           | 1e9999               | true
          {'const':1}                 | 1.0                  | true
          {'const':0}                 | -0.0                 | true
          {'const':100}               | 1e2                  | true
          {'const':1}                 | true                 | false
          {'const':'1'}               | 1                    | false
          {'enum':[0]}                | false                | false
          {'enum':[[1,{'a':2}]]}      | [1.0,{'a':2.0}]      | true
          {'const':{'a':1,'b':[2]}}   | {'b':[2.0],'a':1}    | true
          {'const':{'a':1}}           | {'a':1,'b':2}        | false
          {'const':['ab']}            | ['a','b']            | false
          {'minimum':0.1}             | 0.1                  | true
          {'maximum':9007199254740992}| 9007199254740993     | false
          {'maximum':0.30000000000000000001} | 0.30000000000000000002 | false
          {'exclusiveMaximum':1e400}  | 1e399                | true
          {'multipleOf':0.01}         | 19.99                | true
          {'multipleOf':0.1}          | 1.05                 | false
          {'multipleOf':3}            | 9e300                | true
          {'minimum':5}               | 'abc'                | true
          {'type':'integer','minimum':0} | 1e30              | true
          {'minimum':0,'maximum':9}   | 1e21                 | false
          {'maximum':1e9999}          | 123e9000             | true
          """)
  void numbersAreWhatTheyAreWorth(String schema, String value, boolean kept) {
    assertVerdict(schema, value, kept);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'maxLength':2}             | '😀😀'               | true
          {'maxLength':1}             | '\\ud83d\\ude00'     | true
          {'minLength':2}             | '😀'                 | false
          {'maxLength':1}             | 'é'                  | true
          {'maxLength':2.0}           | 'abc'                | false
          {'maxLength':1e400}         | 'abc'                | true
          {'minLength':1e400}         | 'abc'                | false
          {'pattern':'b'}             | 'abc'                | true
          {'pattern':'^b$'}           | 'abc'                | false
          {'pattern':'^a$'}           | 'a\\n'               | false
          {'pattern':'^.$'}           | '😀'                 | true
          {'pattern':'^\\\\p{L}+$'}   | 'née'                | true
          {'pattern':'^(?=.*[0-9]).{2,}$'} | 'a1'            | true
          {'pattern':'a'}             | 5                    | true
          {'format':'email'}          | 'nobody'             | true
          {'format':'date-time'}      | 'tomorrow'           | true
          """)
  void stringsAreMadeOfCharacters(String schema, String value, boolean kept) {
    assertVerdict(schema, value, kept);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'prefixItems':[{'type':'string'}]}                        | ['a',1]       | true
          {'prefixItems':[{'type':'string'}]}                        | [1]           | false
          {'prefixItems':[{'type':'string'}]}                        | []            | true
          {'prefixItems':[true],'items':false}                       | [1,2]         | false
          {'prefixItems':[true],'items':{'type':'null'}}             | [1,null]      | true
          {'prefixItems':[true],'unevaluatedItems':false}            | [1]           | true
          {'allOf':[{'prefixItems':[true]}],'unevaluatedItems':false}| [1,2]         | false
          {'contains':{'type':'null'},'unevaluatedItems':{'type':'string'}} | ['a',null] | true
          {'contains':{'type':'null'},'minContains':0}               | []            | true
          {'contains':{'type':'null'}}                               | []            | false
          {'contains':{'type':'null'},'maxContains':1}               | [null,null]   | false
          {'uniqueItems':true}                                       | [1,1.0]       | false
          {'uniqueItems':true}                                       | [1,true,'1']  | true
          {'uniqueItems':true}                                       | [[1],[1.0]]   | false
          {'uniqueItems':true}                                       | [{'a':1,'b':2},{'b':2,'a':1}] | false
          {'uniqueItems':true}                                       | [['a','b'],['ab']] | true
          {'uniqueItems':false}                                      | [1,1]         | true
          {'items':{'type':'null'}}                                  | {'a':1}       | true
          """)
  void arraysAreLists(String schema, String value, boolean kept) {
    assertVerdict(schema, value, kept);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'properties':{'a':{'type':'null'}}}                       | {'b':1}       | true
          {'properties':{'a':false}}                                 | {'a':1}       | false
          {'patternProperties':{'^a':{'type':'null'}}}               | {'ab':1}      | false
          {'patternProperties':{'^a':true},'additionalProperties':false} | {'ab':1}  | true
          {'patternProperties':{'^a':true},'additionalProperties':false} | {'b':1}   | false
          {'allOf':[{'properties':{'a':true}}],'additionalProperties':false} | {'a':1} | false
          {'allOf':[{'properties':{'a':true}}],'unevaluatedProperties':false} | {'a':1} | true
          {'allOf':[{'properties':{'a':true}}],'unevaluatedProperties':false} | {'b':1} | false
          {'anyOf':[{'required':['a'],'properties':{'a':true}},{'properties':{'b':true}}],'unevaluatedProperties':false} | {'b':1} | true
          {'if':{'required':['a'],'properties':{'a':true}},'then':{'properties':{'b':true}},'unevaluatedProperties':false} | {'a':1,'b':2} | true
          {'if':{'required':['a'],'properties':{'a':true}},'then':{'properties':{'b':true}},'unevaluatedProperties':false} | {'b':2} | false
          {'$ref':'#/$defs/a','$defs':{'a':{'properties':{'a':true}}},'unevaluatedProperties':false} | {'a':1} | true
          {'dependentRequired':{'a':['b']}}                          | {'a':1}       | false
          {'dependentRequired':{'a':['b']}}                          | {'c':1}       | true
          {'dependentSchemas':{'a':{'maxProperties':1}}}             | {'a':1,'b':2} | false
          {'dependencies':{'a':['b']}}                               | {'a':1}       | false
          {'propertyNames':{'pattern':'^[a-z]+$'}}                   | {'A':1}       | false
          {'required':['a']}                                         | []            | true
          {'required':['']}                                          | {'':1}        | true
          """)
  void objectsAreSetsOfMembers(String schema, String value, boolean kept) {
    assertVerdict(schema, value, kept);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'if':{'type':'string'},'then':{'minLength':2},'else':{'minimum':2}} | 'a'  | false
          {'if':{'type':'string'},'then':{'minLength':2},'else':{'minimum':2}} | 1    | false
          {'if':{'type':'string'},'then':{'minLength':2},'else':{'minimum':2}} | 'ab' | true
          {'then':{'type':'null'},'else':{'type':'null'}}            | 1              | true
          {'oneOf':[{'minimum':2},{'maximum':4}]}                    | 3              | false
          {'oneOf':[{'minimum':2},{'maximum':4}]}                    | 1              | true
          {'anyOf':[{'minimum':2},{'maximum':4}]}                    | 3              | true
          {'not':{'anyOf':[{'type':'null'},{'type':'string'}]}}      | 'a'            | false
          {'type':['string','null']}                                 | null           | true
          {'$ref':'#/$defs/a','maximum':3,'$defs':{'a':{'minimum':1}}} | 5            | false
          {'$ref':'#/$defs/a','$defs':{'a':{'type':'object','enum':[{'x':1}]}}} | {'x':2} | false
          {'$ref':'#/$defs/a','$defs':{'a':{'type':'object','enum':['x']}}} | 'x'     | false
          {'$ref':'#a','$defs':{'x':{'$anchor':'a','type':'null'}}}  | 1              | false
          {'$dynamicRef':'#a','$defs':{'x':{'$dynamicAnchor':'a','type':'null'}}} | 1 | false
          {'type':'object','properties':{'next':{'$ref':'#'}},'additionalProperties':false} | {'next':{'next':{}}} | true
          {'type':'object','properties':{'next':{'$ref':'#'}},'additionalProperties':false} | {'next':{'more':{}}} | false
          {'$defs':{'type':{'type':'null'}},'properties':{'$ref':{'type':'string'}}} | {'$ref':'#'} | true
          {'default':5,'examples':[1],'deprecated':true,'readOnly':true,'writeOnly':true} | 'a' | true
          {'nullable':true,'type':'string'}                          | null           | false
          """)
  void schemasAreMadeOfSchemas(String schema, String value, boolean kept) {
    assertVerdict(schema, value, kept);
  }
}
