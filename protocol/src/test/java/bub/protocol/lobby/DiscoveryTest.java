package bub.protocol.lobby;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {

  private static Discovery read(String payload) {
    return Discovery.read(raw(payload.replace('\'', '"')));
  }

  @Test
  void aNameIsWrittenAndReadAsDocumented() {
    var byName = Discovery.byName("find_price@^2");
    assertThat(tree(byName)).isEqualTo(tree("{\"capability_name\":\"find_price@^2\"}"));
    assertThat(read("{'capability_name':'find_price@^2'}")).isEqualTo(byName);
    assertThat(byName.capability()).isEqualTo(CapabilityRef.check("", "find_price@^2"));
  }

  @Test
  void wordsAreWrittenAndReadAsDocumented() {
    var byWords = Discovery.byWords("cheap laptop");
    assertThat(tree(byWords)).isEqualTo(tree("{\"query\":\"cheap laptop\"}"));
    assertThat(read("{'query':'cheap laptop'}")).isEqualTo(byWords);
    assertThat(read("{'query_keywords':['cheap','laptop']}")).isEqualTo(byWords);
    assertThat(byWords.capability()).isNull();
  }

  @Test
  void theRestComesBackAsItWasWritten() {
    for (Discovery discovery :
        new Discovery[] {
          Discovery.byName("*").onlyWhatMayBeCalled().atMost(7),
          Discovery.byWords("a").atMost(1_000),
          Discovery.byName("a").onlyWhatMayBeCalled()
        }) {
      assertThat(Discovery.read(discovery.toRaw())).isEqualTo(discovery);
    }
    assertThat(tree(Discovery.byName("a").onlyWhatMayBeCalled().atMost(7)))
        .isEqualTo(tree("{\"capability_name\":\"a\",\"only_callable\":true,\"limit\":7}"));
  }

  @Test
  void whatIsNullIsAbsent() {
    assertThat(
            read(
                "{'capability_name':'a','query':null,'query_keywords':null,'only_callable':null,"
                    + "'limit':null}"))
        .isEqualTo(Discovery.byName("a"));
  }

  @ParameterizedTest
  @CsvSource({
    "-5, 1",
    "0, 1",
    "1, 1",
    "1000, 1000",
    "1001, 1000",
    "99999999999999999999, 1000",
    "-99999999999999999999, 1"
  })
  void theLimitIsClamped(String limit, int expected) {
    assertThat(read("{'query':'a','limit':" + limit + "}").limit()).isEqualTo(expected);
  }

  @Test
  void ourOwnLimitsAreClampedToo() {
    assertThat(Discovery.byName("a").atMost(Integer.MIN_VALUE).limit()).isEqualTo(1);
    assertThat(Discovery.byName("a").atMost(Integer.MAX_VALUE).limit()).isEqualTo(1_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "null|payload",
        "['find_price']|payload",
        "'find_price'|payload",
        "{}|capability_name",
        "{'capability_name':null}|capability_name",
        "{'capability_name':'a','query':'b'}|capability_name",
        "{'capability_name':'a','query_keywords':['b']}|capability_name",
        "{'capability_name':7}|capability_name",
        "{'capability_name':''}|capability_name",
        "{'capability_name':'a@'}|capability_name",
        "{'capability_name':'a@newest'}|capability_name",
        "{'query':''}|query",
        "{'query':' \\t'}|query",
        "{'query':['a']}|query",
        "{'query_keywords':'a'}|query_keywords",
        "{'query_keywords':[]}|query_keywords",
        "{'query_keywords':['',' ']}|query_keywords",
        "{'query_keywords':['a',1]}|query_keywords[1]",
        "{'query':'a','query_keywords':['b']}|query_keywords",
        "{'query':'a','only_callable':1}|only_callable",
        "{'query':'a','limit':'5'}|limit",
        "{'query':'a','limit':1.5}|limit",
        "{'query':'a','query':'b'}|query",
        "{'query':'a','offset':5}|offset"
      })
  void aRefusalNamesTheField(String payload, String field) {
    assertThat(refusedBy(() -> read(payload))).isEqualTo(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "@1", "a@", "a@x"})
  void aNameIsCheckedWhereItIsMade(String name) {
    assertThat(refusedBy(() -> Discovery.byName(name))).isEqualTo("capability_name");
  }

  @Test
  void wordsOfHostileLengthAreRefused() {
    assertThat(Discovery.byWords("x".repeat(1_024))).isNotNull();
    assertThat(refusedBy(() -> Discovery.byWords("x".repeat(1_025)))).isEqualTo("query");
    assertThat(refusedBy(() -> Discovery.byWords(" "))).isEqualTo("query");
    String many = "'abc',".repeat(10_000) + "'abc'";
    assertThat(refusedBy(() -> read("{'query_keywords':[" + many + "]}")))
        .isEqualTo("query_keywords");
  }
}
