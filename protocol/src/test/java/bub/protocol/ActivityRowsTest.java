package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActivityRowsTest {
  private static final ActivityRow FULL =
      new ActivityRow(
          7,
          "2026-02-17T12:00:00Z",
          "send_start",
          "msg_1",
          "4",
          "tg:1",
          "agent:a",
          "start",
          raw("{\"type\":\"x\"}"),
          "boom");
  private static final ActivityRow BARE =
      new ActivityRow(
          8, "2026-02-17T12:00:01Z", "log_gap", "msg_2", null, null, null, null, null, null);

  private static final String WRITTEN =
      """
      {
        "rows": [
          {
            "id": 7, "ts": "2026-02-17T12:00:00Z", "event": "send_start", "messageId": "msg_1",
            "rpcId": "4", "actor": "tg:1", "to": "agent:a", "status": "start",
            "payload": {"type": "x"}, "error": "boom"
          },
          {"id": 8, "ts": "2026-02-17T12:00:01Z", "event": "log_gap", "messageId": "msg_2"}
        ],
        "missed": 3
      }
      """;

  @Test
  void leavesOutWhatARowDoesNotHave() {
    assertThat(tree(new ActivityRows(List.of(FULL, BARE), 3))).isEqualTo(tree(WRITTEN));
  }

  @Test
  void comesBackAsItWasWritten() {
    var rows = new ActivityRows(List.of(FULL, BARE), 3);
    assertThat(ActivityRows.read(rows.toRaw())).isEqualTo(rows);
    assertThat(ActivityRows.read(raw("{\"rows\":[]}"))).isEqualTo(new ActivityRows(List.of(), 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|result",
        "{}|rows",
        "{'rows':7}|rows",
        "{'rows':['x']}|rows[0]",
        "{'rows':[{'ts':'t','event':'e','messageId':'m','payload':1}]}|rows[0].payload",
        "{'rows':[{'ts':'t','event':'e','messageId':'m'},{}]}|rows[1].ts",
        "{'rows':[],'missed':'many'}|missed"
      })
  void whatDoesNotFitIsNamedByItsPath(String result, String field) {
    assertThat(refusedBy(() -> ActivityRows.read(raw(result.replace('\'', '"'))))).isEqualTo(field);
  }

  @Test
  void aRowAloneMustBeAnObject() {
    assertThat(refusedBy(() -> ActivityRow.read(raw("[]")))).isEqualTo("row");
  }
}
