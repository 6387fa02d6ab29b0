package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendResultTest {
  private static final String DOCUMENTED =
      """
      {
        "accepted": true,
        "messageId": "msg_01J...",
        "acks": [
          {
            "success": true,
            "message": "ok",
            "shouldRetry": false,
            "retrySeconds": 0,
            "payload": {}
          }
        ]
      }
      """;
  private static final SendResult RESULT =
      new SendResult(true, new MessageId("msg_01J..."), List.of(Ack.ok("ok")));

  @Test
  void isWrittenAndReadAsDocumented() {
    assertThat(tree(RESULT)).isEqualTo(tree(DOCUMENTED));
    assertThat(SendResult.read(raw(DOCUMENTED))).isEqualTo(RESULT);
  }

  @Test
  void mayHaveNoAcksOrMany() {
    for (List<Ack> acks :
        List.of(List.<Ack>of(), List.of(Ack.ok("a"), Ack.failed("b"), Ack.retryIn(1, "c")))) {
      var result = new SendResult(true, new MessageId("m"), acks);
      assertThat(SendResult.read(result.toRaw())).isEqualTo(result);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "null|result",
        "{'messageId':'m','acks':[]}|accepted",
        "{'accepted':true,'acks':[]}|messageId",
        "{'accepted':true,'messageId':'m'}|acks",
        "{'accepted':true,'messageId':'m','acks':{}}|acks",
        "{'accepted':true,'messageId':'m','acks':[1]}|acks[0]",
        "{'accepted':true,'messageId':'m','acks':[{'success':true},{}]}|acks[1].success"
      })
  void whatDoesNotFitIsNamedByItsPath(String result, String field) {
    assertThat(refusedBy(() -> SendResult.read(raw(result.replace('\'', '"'))))).isEqualTo(field);
  }
}
