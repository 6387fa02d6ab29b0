package bub.protocol.lobby;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bub.json.RawJson;
import bub.protocol.Address;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityTest {
  private static final Address SHOP = new Address("agent:shop");
  private static final Address ROGUE = new Address("rogue_007");

  private static final String WHOLE =
      """
      {
        "name": "find_price",
        "description": "Finds the lowest price.",
        "input_schema": {"type": "object", "required": ["item"]},
        "output_schema": {},
        "keywords": ["price", "shop"],
        "authorized_requester_ids": ["agent:shop"],
        "version": "2.1.0",
        "timeout_seconds": 30
      }
      """;
  private static final Capability FIND_PRICE =
      Capability.named("find_price", "Finds the lowest price.")
          .withSchemas(
              raw("{\"type\": \"object\", \"required\": [\"item\"]}"), RawJson.EMPTY_OBJECT)
          .withKeywords("price", "shop")
          .onlyFor(SHOP)
          .withVersion(new Version(2, 1, 0, ""))
          .withTimeout(30);

  private static final String BARE = "'name':'a','description':'','input_schema':{}";

  private static Capability read(String members) {
    return Capability.read(raw(("{" + members + "}").replace('\'', '"')));
  }

  @Test
  void isWrittenAndReadAsDocumented() {
    assertThat(tree(FIND_PRICE)).isEqualTo(tree(WHOLE));
    assertThat(Capability.read(raw(WHOLE))).isEqualTo(FIND_PRICE);
    assertThat(Capability.read(FIND_PRICE.toRaw())).isEqualTo(FIND_PRICE);
  }

  @Test
  void aPlainOneIsPublicAndTakesAnything() {
    Capability plain = Capability.named("a", "");
    assertThat(read(BARE + ",'output_schema':{}")).isEqualTo(plain);
    assertThat(
            read(
                BARE
                    + ",'output_schema':{},'keywords':null,'authorized_requester_ids':null,"
                    + "'version':null,'timeout_seconds':null"))
        .isEqualTo(plain);
    assertThat(read(BARE + ",'output_schema':{},'keywords':[],'authorized_requester_ids':[]"))
        .isEqualTo(plain);
    assertThat(Capability.read(plain.toRaw())).isEqualTo(plain);
    assertThat(plain.mayBeCalledBy(ROGUE)).isTrue();
  }

  @Test
  void onlyThoseOnTheListMayCall() {
    assertThat(FIND_PRICE.mayBeCalledBy(SHOP)).isTrue();
    assertThat(FIND_PRICE.mayBeCalledBy(ROGUE)).isFalse();
    assertThat(FIND_PRICE.mayBeCalledBy(new Address("agent:shop2"))).isFalse();
  }

  @Test
  void anEmptyListIsNotTakenForARule() {
    assertThatIllegalArgumentException().isThrownBy(FIND_PRICE::onlyFor);
  }

  @Test
  void keepsItsListsToItself() {
    var keywords = new ArrayList<>(List.of("a"));
    var capability =
        new Capability(
            "a",
            "",
            RawJson.EMPTY_OBJECT,
            RawJson.EMPTY_OBJECT,
            keywords,
            List.of(),
            null,
            null,
            RawJson.EMPTY_OBJECT);
    keywords.add("b");
    assertThat(capability.keywords()).containsExactly("a");
  }

  @Test
  void extraFieldsAreKeptAsTheyCame() {
    String extra = "'cost':{'per_call': 1.0e1},'tags':['a'],'note':null,'state':'beta'";
    Capability read = read(BARE + ",'output_schema':{}," + extra);
    assertThat(read.toRaw().toString()).endsWith("," + extra.replace('\'', '"') + "}");
    assertThat(Capability.read(read.toRaw())).isEqualTo(read);
    assertThat(read.withTimeout(3).withKeywords("x").onlyFor(SHOP).extras())
        .isEqualTo(read.extras());
  }

  @Test
  void extraFieldsAreLimited() {
    String good = BARE + ",'output_schema':{},";
    assertThat(refusedBy(() -> read(good + "'cost':1,'cost':2"))).isEqualTo("cost");
    String many =
        IntStream.range(0, 65).mapToObj(i -> "'x" + i + "':1").collect(Collectors.joining(","));
    assertThat(refusedBy(() -> read(good + many))).isEqualTo("capability");
    assertThat(refusedBy(() -> read(good + "'x':'" + "y".repeat(16_384) + "'")))
        .isEqualTo("capability");
  }

  @Test
  void schemasStayAsTheyWereWritten() {
    String odd = "{ \"maximum\" : 1.0e2 }";
    assertThat(Capability.named("a", "").withSchemas(raw(odd), raw(odd)).toRaw().toString())
        .contains("\"input_schema\":" + odd + ",\"output_schema\":" + odd);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "9", "find_price", "shop.find-price", "a:b/c.d_e-f"})
  void aNameMayBeOneOfThese(String name) {
    assertThat(Capability.named(name, "").name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "_a", "-a", "a b", "a@1", "a*", "a?", "a[b]", "ä", "a\u0000", "a\n", "\""
      })
  void aNameMayNotBeOneOfThese(String name) {
    assertThat(refusedBy(() -> Capability.named(name, ""))).isEqualTo("name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name|7",
        "name|null",
        "name|''",
        "description|null",
        "description|['x']",
        "input_schema|true",
        "input_schema|'{}'",
        "input_schema|null",
        "output_schema|[]",
        "output_schema|null",
        "keywords|'price'",
        "keywords|{}",
        "keywords[1]|['a',7]",
        "authorized_requester_ids|'agent:a'",
        "authorized_requester_ids[0]|[7]",
        "authorized_requester_ids[1]|['a','b c']",
        "authorized_requester_ids[0]|['']",
        "version|2",
        "version|'2'",
        "version|'^2'",
        "version|''",
        "timeout_seconds|0",
        "timeout_seconds|-1",
        "timeout_seconds|3601",
        "timeout_seconds|99999999999999999999999",
        "timeout_seconds|-99999999999999999999999",
        "timeout_seconds|1.5",
        "timeout_seconds|'30'",
        "authorised_requester_ids|['agent:a']",
        "authorized_requesters|['agent:a']",
        "authorizedRequesterIds|['agent:a']",
        "authorized|['agent:a']",
        "timeout|5",
        "timeout_second|5",
        "keyword|['x']",
        "Version|'1.0.0'",
        "Name|'x'"
      })
  void aFieldThatDoesNotFitNamesItself(String path, String value) {
    String name = path.replaceAll("\\[.*", "");
    var members = new StringBuilder();
    for (String required : List.of("name", "description", "input_schema", "output_schema")) {
      String good = required.endsWith("schema") ? "{}" : "'a'";
      members.append("'%s':%s,".formatted(required, required.equals(name) ? value : good));
    }
    if (members.indexOf("'" + name + "'") < 0) {
      members.append("'%s':%s,".formatted(name, value));
    }
    String all = members.substring(0, members.length() - 1);
    assertThat(refusedBy(() -> read(all))).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "description", "input_schema", "output_schema"})
  void aFieldThatIsMissingOrDoubledIsNamed(String name) {
    String good = BARE + ",'output_schema':{}";
    String missing = good.replaceFirst("(^|,)'" + name + "':[^,]*", "").replaceFirst("^,", "");
    assertThat(refusedBy(() -> read(missing))).isEqualTo(name);
    String value = name.endsWith("schema") ? "{}" : "'a'";
    assertThat(refusedBy(() -> read(good + ",'" + name + "':" + value))).isEqualTo(name);
  }

  @Test
  void nothingMayBeTooLarge() {
    Capability plain = Capability.named("a", "");
    assertThat(Capability.named("a".repeat(128), "x".repeat(4_096))).isNotNull();
    assertThat(refusedBy(() -> Capability.named("a".repeat(129), ""))).isEqualTo("name");
    assertThat(refusedBy(() -> Capability.named("a", "x".repeat(4_097)))).isEqualTo("description");
    assertThat(refusedBy(() -> plain.withKeywords("a", "x".repeat(129)))).isEqualTo("keywords[1]");
    String[] words = Collections.nCopies(65, "a").toArray(String[]::new);
    assertThat(refusedBy(() -> plain.withKeywords(words))).isEqualTo("keywords");
    Address[] crowd = Collections.nCopies(1_025, SHOP).toArray(Address[]::new);
    assertThat(refusedBy(() -> plain.onlyFor(crowd))).isEqualTo("authorized_requester_ids");
    assertThat(refusedBy(() -> plain.withTimeout(0))).isEqualTo("timeout_seconds");
    assertThat(refusedBy(() -> plain.withTimeout(3_601))).isEqualTo("timeout_seconds");
    assertThat(refusedBy(() -> plain.withSchemas(raw("true"), raw("{}"))))
        .isEqualTo("input_schema");
    assertThat(refusedBy(() -> plain.withSchemas(raw("{}"), raw("[]")))).isEqualTo("output_schema");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "\"find_price\"", "[\"a\",\"\",{},{}]"})
  void mustBeAnObject(String text) {
    assertThat(refusedBy(() -> Capability.read(raw(text)))).isEqualTo("capability");
  }
}
