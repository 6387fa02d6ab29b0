package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitializeTest {
  private static final String PARAMS =
      """
      {"clientId": "agent:system", "clientInfo": {"name": "bub", "version": "0.2.0"}}
      """;
  private static final Initialize INITIALIZE =
      new Initialize(new Address("agent:system"), new ClientInfo("bub", "0.2.0"), null);

  private static final String RESULT =
      """
      {
        "serverId": "bus-abc",
        "serverInfo": {"name": "bub-bus", "version": "0.2.0"},
        "capabilities": {
          "subscribe": true,
          "processMessage": true,
          "addresses": ["tg:*", "agent:*", "system:*"]
        }
      }
      """;
  private static final Initialize.Result ANSWER =
      new Initialize.Result(
          "bus-abc",
          new ClientInfo("bub-bus", "0.2.0"),
          true,
          true,
          List.of("tg:*", "agent:*", "system:*"));

  @Test
  void isWrittenAndReadAsDocumented() {
    assertThat(tree(INITIALIZE)).isEqualTo(tree(PARAMS));
    assertThat(Initialize.read(raw(PARAMS))).isEqualTo(INITIALIZE);
  }

  @Test
  void theResultIsWrittenAndReadAsDocumented() {
    assertThat(tree(ANSWER)).isEqualTo(tree(RESULT));
    assertThat(Initialize.Result.read(raw(RESULT))).isEqualTo(ANSWER);
  }

  @Test
  void mayCarryAToken() {
    var locked = new Initialize(new Address("tg:1"), new ClientInfo("b", "1"), "secret");
    assertThat(Initialize.read(locked.toRaw())).isEqualTo(locked);
    assertThat(Initialize.read(raw("[\"tg:1\",{\"name\":\"b\",\"version\":\"1\"},\"secret\"]")))
        .isEqualTo(locked);
  }

  @Test
  void theInfoIsForPeopleAndMayBeAbsentOrPartial() {
    var nameless = new Initialize(new Address("tg:1"), new ClientInfo("", ""), null);
    assertThat(Initialize.read(raw("{\"clientId\":\"tg:1\"}"))).isEqualTo(nameless);
    assertThat(Initialize.read(raw("{\"clientId\":\"tg:1\",\"clientInfo\":{\"os\":1}}")))
        .isEqualTo(nameless);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|clientId",
        "{'clientId':''}|clientId",
        "{'clientId':1}|clientId",
        "{'clientId':'a','clientInfo':'bub'}|clientInfo",
        "{'clientId':'a','clientInfo':{'name':1}}|name",
        "{'clientId':'a','clientInfo':{'starters':'Hi'}}|clientInfo.starters",
        "{'clientId':'a','clientInfo':{'starters':['Hi','']}}|clientInfo.starters[1]",
        "{'clientId':'a','authToken':1}|authToken",
        "{'clientId':'a','protocol':2}|protocol"
      })
  void whatDoesNotFitIsNamed(String params, String field) {
    assertThat(refusedBy(() -> Initialize.read(raw(params.replace('\'', '"'))))).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "7|result",
        "{'serverId':'b'}|capabilities",
        "{'serverId':'b','capabilities':[]}|capabilities",
        "{'serverId':'b','capabilities':{'addresses':'*'}}|addresses",
        "{'serverId':'b','capabilities':{'addresses':['*',1]}}|addresses[1]",
        "{'capabilities':{'addresses':[]}}|serverId"
      })
  void whatDoesNotFitInTheResultIsNamed(String result, String field) {
    assertThat(refusedBy(() -> Initialize.Result.read(raw(result.replace('\'', '"')))))
        .isEqualTo(field);
  }
}
