package bub.protocol.lobby;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Address;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentPageTest {
  private static final AgentEntry ENTRY =
      new AgentEntry(
          new Address("agent:a"),
          true,
          Instant.parse("2026-02-17T12:00:00Z"),
          Instant.parse("2026-02-18T12:00:00.125Z"),
          List.of(raw("{\"name\": \"find_price\"}")));
  private static final String WRITTEN =
      """
      {
        "agents": [
          {
            "agent_id": "agent:a",
            "online": true,
            "registered_at": "2026-02-17T12:00:00Z",
            "last_seen": "2026-02-18T12:00:00.125Z",
            "capabilities": [{"name": "find_price"}]
          }
        ],
        "next": "agent:b"
      }
      """;

  @Test
  void isWrittenAndReadAsDocumented() {
    var page = new AgentPage(List.of(ENTRY), new Address("agent:b"));
    assertThat(tree(page)).isEqualTo(tree(WRITTEN));
    assertThat(AgentPage.read(raw(WRITTEN))).isEqualTo(page);
  }

  @Test
  void theLastPageNamesNoOther() {
    var last = new AgentPage(List.of(), null);
    assertThat(tree(last)).isEqualTo(tree("{\"agents\":[]}"));
    assertThat(AgentPage.read(last.toRaw())).isEqualTo(last);
    assertThat(AgentPage.read(raw("{\"agents\":[],\"next\":null}"))).isEqualTo(last);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|payload",
        "{}|agents",
        "{'agents':null}|agents",
        "{'agents':['agent:a']}|agents[0]",
        "{'agents':[],'next':7}|next",
        "{'agents':[],'next':'a b'}|next"
      })
  void aRefusalNamesThePlace(String payload, String field) {
    assertThat(refusedBy(() -> AgentPage.read(raw(payload.replace('\'', '"'))))).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "agent_id|7",
        "agent_id|''",
        "online|'yes'",
        "online|null",
        "registered_at|1771329600",
        "registered_at|'yesterday'",
        "last_seen|null",
        "last_seen|'2026-13-01T00:00:00Z'",
        "capabilities|{}",
        "capabilities[0]|['find_price']"
      })
  void anEntryThatDoesNotFitNamesItsField(String path, String value) {
    String name = path.replaceAll("\\[.*", "");
    String spoiled =
        WRITTEN.replaceFirst(
            "\"" + name + "\": (\\[.*]|[^,\\n]*)", "\"" + name + "\": " + value.replace('\'', '"'));
    assertThat(refusedBy(() -> AgentPage.read(raw(spoiled)))).isEqualTo("agents[0]." + path);
    assertThat(refusedBy(() -> AgentEntry.read(raw("7")))).isEqualTo("agent");
  }

  @Test
  void aQueryIsWrittenAndReadAsDocumented() {
    var one = AgentPage.Query.of(new Address("agent:a"));
    assertThat(tree(one)).isEqualTo(tree("{\"agent_id\":\"agent:a\",\"limit\":1}"));
    assertThat(AgentPage.Query.read(one.toRaw())).isEqualTo(one);
    var later = new AgentPage.Query(null, new Address("agent:b"), 7);
    assertThat(tree(later)).isEqualTo(tree("{\"from\":\"agent:b\",\"limit\":7}"));
    assertThat(AgentPage.Query.read(later.toRaw())).isEqualTo(later);
    assertThat(AgentPage.Query.read(raw("{}"))).isEqualTo(AgentPage.Query.first());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "null|content",
        "['agent:a']|content",
        "{'agent_id':7}|agent_id",
        "{'agent_id':''}|agent_id",
        "{'from':[]}|from",
        "{'from':'a b'}|from",
        "{'limit':0}|limit",
        "{'limit':101}|limit",
        "{'limit':99999999999999999999}|limit",
        "{'limit':'5'}|limit",
        "{'page':2}|page"
      })
  void aQueryThatDoesNotFitNamesItsField(String content, String field) {
    assertThat(refusedBy(() -> AgentPage.Query.read(raw(content.replace('\'', '"')))))
        .isEqualTo(field);
  }
}
