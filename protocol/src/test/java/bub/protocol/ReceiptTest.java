package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.Receipt.Delivery;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReceiptTest {
  private static final Receipt PENDING =
      new Receipt(
          new MessageId("msg_1"),
          "tg:1",
          "agent:*",
          Receipt.PENDING,
          "2026-02-17T12:00:00Z",
          null,
          List.of(
              new Delivery("agent:a", "success", "t1", "t2", Ack.ok("done").toRaw()),
              new Delivery("agent:b", "start", "t1", null, null)));

  private static final String WRITTEN =
      """
      {
        "messageId": "msg_1", "from": "tg:1", "to": "agent:*", "status": "pending",
        "startedAt": "2026-02-17T12:00:00Z",
        "deliveries": [
          {
            "recipient": "agent:a", "status": "success", "startedAt": "t1", "finishedAt": "t2",
            "ack": {
              "success": true, "message": "done", "shouldRetry": false, "retrySeconds": 0,
              "payload": {}
            }
          },
          {"recipient": "agent:b", "status": "start", "startedAt": "t1"}
        ]
      }
      """;

  @Test
  void leavesOutWhatHasNotHappenedYet() {
    assertThat(tree(PENDING)).isEqualTo(tree(WRITTEN));
  }

  @Test
  void comesBackAsItWasWritten() {
    assertThat(Receipt.read(PENDING.toRaw())).isEqualTo(PENDING);
    var bare = new Receipt(new MessageId("m"), null, null, "no_recipient", null, null, List.of());
    assertThat(Receipt.read(bare.toRaw())).isEqualTo(bare);
  }

  @Test
  void isAskedForByMessageId() {
    var query = new Receipt.Query(new MessageId("msg_1"));
    assertThat(tree(query)).isEqualTo(tree("{\"messageId\": \"msg_1\"}"));
    assertThat(Receipt.Query.read(query.toRaw())).isEqualTo(query);
    assertThat(Receipt.Query.read(raw("[\"msg_1\"]"))).isEqualTo(query);
    assertThat(refusedBy(() -> Receipt.Query.read(null))).isEqualTo("messageId");
    assertThat(refusedBy(() -> Receipt.Query.read(raw("{\"id\":\"m\"}")))).isEqualTo("id");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1|result",
        "{'messageId':'m','status':'s'}|deliveries",
        "{'messageId':'m','status':'s','deliveries':'none'}|deliveries",
        "{'messageId':'m','status':'s','deliveries':[null]}|deliveries[0]",
        "{'messageId':'m','status':'s','deliveries':[{'recipient':'r'}]}|deliveries[0].status",
        "{'messageId':'m','deliveries':[]}|status",
        "{'messageId':'','status':'s','deliveries':[]}|messageId",
        "{'messageId':'m','from':1,'status':'s','deliveries':[]}|from"
      })
  void whatDoesNotFitIsNamedByItsPath(String result, String field) {
    assertThat(refusedBy(() -> Receipt.read(raw(result.replace('\'', '"'))))).isEqualTo(field);
  }
}
