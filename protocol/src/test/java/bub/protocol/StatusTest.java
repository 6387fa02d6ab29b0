package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Status.Connection;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusTest {
  private static final Status STATUS =
      new Status(
          "bus-abc",
          List.of(
              new Connection(
                  new Address("tg:1"),
                  "c1",
                  List.of("tg:1", "system:*"),
                  new ClientInfo("bub", "0.2.0"),
                  "address",
                  Instant.parse("2026-02-17T12:00:00Z"))));

  private static final String WRITTEN =
      """
      {
        "serverId": "bus-abc",
        "connections": [
          {
            "clientId": "tg:1", "connectionId": "c1", "subscriptions": ["tg:1", "system:*"],
            "clientInfo": {"name": "bub", "version": "0.2.0"}, "dialect": "address",
            "connectedAt": "2026-02-17T12:00:00Z"
          }
        ]
      }
      """;

  @Test
  void isWrittenAndReadAsDocumented() {
    assertThat(tree(STATUS)).isEqualTo(tree(WRITTEN));
    assertThat(Status.read(raw(WRITTEN))).isEqualTo(STATUS);
    assertThat(Status.read(STATUS.toRaw())).isEqualTo(STATUS);
  }

  @Test
  void nobodyMayBeConnected() {
    var empty = new Status("b", List.of());
    assertThat(Status.read(empty.toRaw())).isEqualTo(empty);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'bus-abc'|serverId|5",
        "'tg:1',|connections[0].clientId|'a b',",
        "'c1'|connections[0].connectionId|null",
        "['tg:1', 'system:*']|connections[0].subscriptions|'tg:1'",
        "'system:*'|connections[0].subscriptions[1]|{}",
        "{'name': 'bub', 'version': '0.2.0'}|connections[0].clientInfo|'bub'",
        "'address'|connections[0].dialect|1",
        "'2026-02-17T12:00:00Z'|connections[0].connectedAt|'noon'"
      })
  void whatDoesNotFitIsNamedByItsPath(String good, String field, String bad) {
    String broken = WRITTEN.replace(good.replace('\'', '"'), bad.replace('\'', '"'));
    assertThat(refusedBy(() -> Status.read(raw(broken)))).isEqualTo(field);
  }

  @Test
  void mustBeAnObjectWithAListOfConnections() {
    assertThat(refusedBy(() -> Status.read(raw("[]")))).isEqualTo("result");
    assertThat(refusedBy(() -> Status.read(raw("{\"serverId\":\"b\",\"connections\":{}}"))))
        .isEqualTo("connections");
  }
}
