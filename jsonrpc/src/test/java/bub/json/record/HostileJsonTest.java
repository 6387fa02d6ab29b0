package bub.json.record;

import static bub.json.record.Samples.json;
import static bub.json.record.Samples.refusal;
import static bub.json.record.Samples.spoiled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.record.Samples.Absent;
import bub.json.record.Samples.Basket;
import bub.json.record.Samples.Item;
import bub.json.record.Samples.Many;
import bub.json.record.Samples.Order;
import bub.json.record.Samples.Quantity;
import bub.json.record.Samples.Simple;
import bub.json.record.Samples.Tree;
import bub.json.record.Samples.Written;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Untrusted JSON is read, or refused with the path of the error; nothing else may happen. */
class HostileJsonTest {
  private static final String SIMPLE =
      "{'flag':true,'boxed':true,'text':'a','condition':'NEW','anything':1}";
  private static final String WRITTEN =
      "{'time':'2026-02-17T12:00:00Z','span':'PT1S','link':'a',"
          + "'id':'8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6b'}";
  private static final String MANY = "{'list':[],'set':[],'map':{},'grid':[]}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "flag|1|flag: must be true or false",
        "flag|null|flag: must be true or false",
        "boxed|'true'|boxed: must be true or false",
        "text|1|text: must be a string",
        "text|null|text: must be a string",
        "condition|'BROKEN'|condition: must be one of NEW, USED",
        "condition|'second hand'|condition: must be one of NEW, USED",
        "condition|'new'|condition: must be one of NEW, USED",
        "condition|0|condition: must be one of NEW, USED",
        "condition|null|condition: must be one of NEW, USED"
      })
  void aSimpleValueThatDoesNotFitIsNamed(String name, String value, String problem) {
    assertThat(refusal(Simple.class, spoiled(SIMPLE, name, value))).hasMessage(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "time|'yesterday'",
        "time|'2026-02-17'",
        "time|'2026-13-17T12:00:00Z'",
        "time|'+1000000001-01-01T00:00:00Z'",
        "time|1771329600",
        "span|'1h'",
        "span|'P1Y'",
        "span|'PT99999999999999999999S'",
        "span|1",
        "link|'a b'",
        "link|'http://['",
        "link|null",
        "id|'1-1-1-1-1'",
        "id|'8f14e45f-ceea-467f-a0e6-1c2d3e4f5a6'",
        "id|'zzzzzzzz-ceea-467f-a0e6-1c2d3e4f5a6b'",
        "id|7"
      })
  void aStringThatMeansNothingIsNamed(String name, String value) {
    assertThat(refusal(Written.class, spoiled(WRITTEN, name, value)).field()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "list|{}|list",
        "list|'a'|list",
        "list|null|list",
        "list|[1]|list[0]",
        "list|['a',null]|list[1]",
        "set|[1,2,2.5]|set[2]",
        "map|[]|map",
        "map|null|map",
        "map|{'k':1}|map.k",
        "map|{'k':{'name':'pen'}}|map.k.count",
        "map|{'k':null}|map.k",
        "map|{'k':{'name':'a','count':1},'k':{'name':'b','count':1}}|map.k",
        "grid|[[1],2]|grid[1]",
        "grid|[[1],[2,'3']]|grid[1][1]"
      })
  void anElementThatDoesNotFitIsNamedByItsPath(String name, String value, String path) {
    assertThat(refusal(Many.class, spoiled(MANY, name, value)).field()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|first",
        "{'first':null}|first",
        "{'first':[]}|first",
        "{'first':{}}|first.name",
        "{'first':{'name':'pen'}}|first.count",
        "{'first':{'name':'pen','count':1,'count':2}}|first.count",
        "{'first':{'name':'a','count':1},'second':{'name':'a','count':1}}|others",
        "{'first':{'name':'a','count':1},'second':{'name':'a','count':1},"
            + "'others':[{'name':'a','count':1},{'name':5}]}|others[1].name",
        "[]|Order",
        "null|Order",
        "'Order'|Order",
        "7|Order"
      })
  void whatIsMissingOrDoubledOrOfAnotherKindIsNamedByItsPath(String text, String path) {
    assertThat(refusal(Order.class, text).field()).isEqualTo(path);
  }

  @Test
  void whatMayBeAbsentMustStillFit() {
    assertThat(refusal(Absent.class, "{'maybe':1,'gaps':[],'holes':{}}").field())
        .isEqualTo("maybe");
    assertThat(refusal(Absent.class, "{'item':{},'gaps':[],'holes':{}}").field())
        .isEqualTo("item.name");
    assertThat(refusal(Absent.class, "{'items':[1],'gaps':[],'holes':{}}").field())
        .isEqualTo("items[0]");
    assertThat(refusal(Absent.class, "{'gaps':null,'holes':{}}").field()).isEqualTo("gaps");
  }

  @Test
  void aRecordsOwnObjectionIsPassedOnUnlessItIsABug() {
    assertThat(refusal(Quantity.class, "{'pieces':0}"))
        .hasMessage("Quantity: pieces must be one or more");
    assertThat(refusal(Basket.class, "{'quantities':[{'pieces':1},{'pieces':0}]}"))
        .hasMessage("quantities[1]: pieces must be one or more");
    assertThat(refusal(Basket.class, "{'quantities':[{'pieces':13}]}"))
        .hasMessage("quantities[0]: is not a valid Quantity");
  }

  @Test
  void goesAsDeepAsJsonMay() {
    String deepest = "{'label':'x','branches':[".repeat(32) + "]}".repeat(32);
    Tree tree = RecordCodec.of(Tree.class).read(json(deepest));
    int depth = 1;
    while (!tree.branches().isEmpty()) {
      tree = tree.branches().getFirst();
      depth++;
    }
    assertThat(depth).isEqualTo(32);
    String deeper = "{'label':'x','branches':[".repeat(33) + "]}".repeat(33);
    assertThatThrownBy(() -> json(deeper)).hasCauseInstanceOf(InvalidJson.class);
  }

  @Test
  void aPathOfHostileLengthIsNotRepeated() {
    String key = "k".repeat(100_000);
    assertThat(refusal(Many.class, spoiled(MANY, "map", "{'" + key + "':1}")))
        .message()
        .hasSizeLessThan(200);
  }

  @Test
  void rubbishOfAnyKindIsReadOrRefused() {
    long seed = Long.getLong("bub.seed", 20_260_401L);
    var random = new Random(seed);
    String[] values = {
      "null",
      "true",
      "0",
      "-1",
      "1.5",
      "1e9999",
      "'x'",
      "''",
      "[]",
      "{}",
      "[null]",
      "[{}]",
      "{'name':'x'}",
      "{'name':'x','count':1}",
      "[{'name':'x','count':1}]",
      "[['x']]"
    };
    String[] names = {"maybe", "perhaps", "item", "gaps", "holes", "items", "raw"};
    String[] right = {"'x'", "1", "{'name':'x','count':1}", "[null]", "{}", "[]", "[{}]"};
    RecordCodec<Absent> codec = RecordCodec.of(Absent.class);
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder("{");
      for (int n = 0; n < names.length; n++) {
        if (random.nextInt(10) > 0) {
          String value = random.nextBoolean() ? right[n] : values[random.nextInt(values.length)];
          text.append(text.length() > 1 ? "," : "").append("'" + names[n] + "':" + value);
        }
      }
      try {
        Absent value = codec.read(json(text.append("}").toString()));
        assertThat(codec.read(codec.write(value))).as("-Dbub.seed=" + seed).isEqualTo(value);
        read++;
      } catch (InvalidField refused) {
        assertThat(names).contains(refused.field().replaceAll("[\\[.].*", ""));
      }
    }
    assertThat(read).as("-Dbub.seed=" + seed).isBetween(100, 19_900);
  }

  @Test
  void manyMembersTakeLittleTime() {
    var text = new StringBuilder("{'name':'pen','count':3");
    for (int i = 0; i < 50_000; i++) {
      text.append(",'k").append(i).append("':").append(i);
    }
    assertThat(RecordCodec.of(Item.class).read(json(text + "}"))).isEqualTo(new Item("pen", 3));
  }
}
