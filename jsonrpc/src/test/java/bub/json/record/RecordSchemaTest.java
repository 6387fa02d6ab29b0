package bub.json.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bub.json.RawJson;
import bub.json.record.Samples.Absent;
import bub.json.record.Samples.Decimal;
import bub.json.record.Samples.Many;
import bub.json.record.Samples.Nothing;
import bub.json.record.Samples.Order;
import bub.json.record.Samples.Ping;
import bub.json.record.Samples.Simple;
import bub.json.record.Samples.Tree;
import bub.json.record.Samples.Whole;
import bub.json.record.Samples.Written;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordSchemaTest {
  private static final String ITEM =
      "'Item':{'type':'object','properties':{'name':{'type':'string'},'count':{'type':'integer',"
          + "'minimum':-2147483648,'maximum':2147483647}},'required':['name','count']}";

  private static String properties(Class<? extends Record> type) {
    return RecordSchema.of(type).fields().object("properties").toString().replace('"', '\'');
  }

  private static String schema(Class<? extends Record> type) {
    return RecordSchema.of(type).toString().replace('"', '\'');
  }

  @Test
  void wholeNumbersHaveTheBoundsOfTheirTypes() {
    String b = "{'type':'integer','minimum':-128,'maximum':127}";
    String s = "{'type':'integer','minimum':-32768,'maximum':32767}";
    String i = "{'type':'integer','minimum':-2147483648,'maximum':2147483647}";
    String l = "{'type':'integer','minimum':-9223372036854775808,'maximum':9223372036854775807}";
    assertThat(properties(Whole.class))
        .isEqualTo(
            "{'b':%1$s,'s':%2$s,'i':%3$s,'l':%4$s,'bb':%1$s,'ss':%2$s,'ii':%3$s,'ll':%4$s}"
                .formatted(b, s, i, l));
  }

  @Test
  void otherNumbersHaveNone() {
    assertThat(properties(Decimal.class))
        .isEqualTo(
            "{'d':{'type':'number'},'f':{'type':'number'},'dd':{'type':'number'},"
                + "'ff':{'type':'number'},'exact':{'type':'number'},'huge':{'type':'integer'}}");
  }

  @Test
  void anEnumIsTheNamesOfItsConstantsAndRawJsonIsAnything() {
    assertThat(properties(Simple.class))
        .isEqualTo(
            "{'flag':{'type':'boolean'},'boxed':{'type':'boolean'},'text':{'type':'string'},"
                + "'condition':{'type':'string','enum':['NEW','USED']},'anything':{}}");
  }

  @Test
  void whatIsWrittenAsAStringSaysItsFormat() {
    assertThat(properties(Written.class))
        .isEqualTo(
            "{'time':{'type':'string','format':'date-time'},"
                + "'span':{'type':'string','format':'duration'},"
                + "'link':{'type':'string','format':'uri-reference'},"
                + "'id':{'type':'string','format':'uuid'}}");
  }

  @Test
  void collectionsDescribeWhatIsInThem() {
    assertThat(properties(Many.class))
        .isEqualTo(
            "{'list':{'type':'array','items':{'type':'string'}},"
                + "'set':{'type':'array','items':{'type':'integer','minimum':-2147483648,"
                + "'maximum':2147483647},'uniqueItems':true},"
                + "'map':{'type':'object','additionalProperties':{'$ref':'#/$defs/Item'}},"
                + "'grid':{'type':'array','items':{'type':'array','items':{'type':'integer',"
                + "'minimum':-9223372036854775808,'maximum':9223372036854775807}}}}");
  }

  @Test
  void whatMayBeAbsentIsNotRequiredAndMayBeNull() {
    RawJson schema = RecordSchema.of(Absent.class);
    assertThat(schema.fields().require("required")).hasToString("[\"gaps\",\"holes\"]");
    String count = "{'type':'integer','minimum':-2147483648,'maximum':2147483647}";
    String gap = "{'anyOf':[{'type':'string'},{'type':'null'}]}";
    assertThat(properties(Absent.class))
        .isEqualTo(
            ("{'maybe':%2$s,"
                    + "'perhaps':{'anyOf':[%1$s,{'type':'null'}]},"
                    + "'item':{'anyOf':[{'$ref':'#/$defs/Item'},{'type':'null'}]},"
                    + "'gaps':{'type':'array','items':%2$s},"
                    + "'holes':{'type':'object','additionalProperties':"
                    + "{'anyOf':[%1$s,{'type':'null'}]}},"
                    + "'items':{'anyOf':[{'type':'array','items':{'$ref':'#/$defs/Item'}},"
                    + "{'type':'null'}]},"
                    + "'raw':{}}")
                .formatted(count, gap));
  }

  @Test
  void aRecordInsideIsDescribedOnce() {
    String ref = "{'$ref':'#/$defs/Item'}";
    assertThat(schema(Order.class))
        .isEqualTo(
            ("{'type':'object','properties':{'first':%1$s,'second':%1$s,"
                    + "'others':{'type':'array','items':%1$s}},"
                    + "'required':['first','second','others'],'$defs':{%2$s}}")
                .formatted(ref, ITEM));
  }

  @Test
  void aRecordMayContainItself() {
    assertThat(schema(Tree.class))
        .isEqualTo(
            "{'type':'object','properties':{'label':{'type':'string'},"
                + "'branches':{'type':'array','items':{'$ref':'#'}}},"
                + "'required':['label','branches']}");
    assertThat(schema(Ping.class))
        .isEqualTo(
            "{'type':'object','properties':{'pong':{'anyOf':[{'$ref':'#/$defs/Pong'},"
                + "{'type':'null'}]}},'required':[],'$defs':{'Pong':{'type':'object','properties':"
                + "{'ping':{'anyOf':[{'$ref':'#'},{'type':'null'}]}},'required':[]}}}");
  }

  @Test
  void aStrictOneRefusesWhatNoRecordKnows() {
    assertThat(RecordSchema.strict(Nothing.class).toString().replace('"', '\''))
        .isEqualTo("{'type':'object','properties':{},'required':[],'additionalProperties':false}");
    assertThat(RecordSchema.strict(Order.class).toString())
        .containsSubsequence(
            "\"additionalProperties\":false", "$defs", "\"additionalProperties\":false")
        .hasSize(
            RecordSchema.of(Order.class).toString().length()
                + 2 * ",\"additionalProperties\":false".length());
  }

  static final class Shop {
    record Item(long price) {}
  }

  record Size$(int cm) {}

  record Namesakes(Samples.Item one, Shop.Item other, Size$ size) {}

  @Test
  void namesakesAreToldApartAndNamesAreFitForReferences() {
    assertThat(properties(Namesakes.class))
        .isEqualTo(
            "{'one':{'$ref':'#/$defs/Item'},'other':{'$ref':'#/$defs/Item_2'},"
                + "'size':{'$ref':'#/$defs/Size_'}}");
    assertThat(schema(Namesakes.class)).contains("'Item':{", "'Item_2':{", "'Size_':{");
  }

  record A0(A1 x, A1 y, A1 z) {}

  record A1(A2 x, A2 y, A2 z) {}

  record A2(A3 x, A3 y, A3 z) {}

  record A3(Nothing x, Nothing y, Nothing z) {}

  @Test
  void aSchemaGrowsWithItsRecordsAndNotWithTheirCombinations() {
    assertThat(RecordSchema.of(A0.class).length()).isLessThan(1_000);
  }

  // ---- what has no JSON form

  record OfDate(Date when) {}

  record OfObject(Object thing) {}

  record OfChar(char letter) {}

  @SuppressWarnings("ArrayRecordComponent")
  record OfArray(String[] words) {}

  record OfCollection(Collection<String> words) {}

  @SuppressWarnings("rawtypes")
  record OfRawList(List words) {}

  record OfWildcard(List<?> words) {}

  record OfNumberedMap(Map<Integer, String> words) {}

  record OfOptionalInt(OptionalInt number) {}

  record OfOptionals(List<Optional<String>> words) {}

  record OfVariable<T>(T thing) {}

  record OfGeneric(OfVariable<String> thing) {}

  record OfDeepTrouble(List<Map<String, OfDate>> all) {}

  static Stream<Class<? extends Record>> impossible() {
    return Stream.of(
        OfDate.class,
        OfObject.class,
        OfChar.class,
        OfArray.class,
        OfCollection.class,
        OfRawList.class,
        OfWildcard.class,
        OfNumberedMap.class,
        OfOptionalInt.class,
        OfOptionals.class,
        OfVariable.class,
        OfGeneric.class);
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void aComponentWithoutAJsonFormIsNamed(Class<? extends Record> type) {
    String component = type.getRecordComponents()[0].getName();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordSchema.of(type))
        .withMessageStartingWith(type.getSimpleName() + "." + component + ": ");
  }

  @Test
  void theComponentOfARecordInsideIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.of(OfDeepTrouble.class))
        .withMessageStartingWith("OfDate.when: java.util.Date has no JSON form");
  }
}
