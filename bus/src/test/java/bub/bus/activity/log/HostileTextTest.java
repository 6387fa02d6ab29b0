package bub.bus.activity.log;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.query.ActivityReader;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileTextTest {
  @TempDir Path folder;
  private LogUnderTest log;

  @BeforeEach
  void open() {
    log = LogUnderTest.in(folder);
  }

  @AfterEach
  void close() {
    log.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'; DROP TABLE entry; --",
        "\"quoted\" and \\ slashed",
        "with\u0000nul",
        "emoji 👩‍🚀 and ﷽",
        "%_*?[a]",
        "line\nbreak\ttab",
        "-",
      })
  void aMessageIdIsFoundByExactlyItsText(String id) throws Exception {
    log.deliver(id);
    log.deliver("another");

    assertThat(log.rowsOf(id)).hasSize(4).extracting(ActivityRow::messageId).containsOnly(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"text\":\"nul \\u0000 inside\"}",
        "{\"text\":\"emoji 👩‍🚀 \\ud83d\\ude00\"}",
        "{ \"spaces\" : [ 1.0 , 1e300, 12345678901234567890123 ] }",
        "{\"a\":1,\"a\":2}",
      })
  void payloadsComeBackByteForByte(String payload) throws Exception {
    Trail trail = log.begin("m-1", payload);
    var ack = new Ack(true, "it's \"ok\" \u0001", false, 0, LogUnderTest.json(payload));
    trail.processFinished(LogUnderTest.WORKER, 5, Status.OK, ack, "error \u0000 text");
    trail.sendFinished(Status.OK, null);

    List<ActivityRow> rows = log.rowsOf("m-1");
    assertThat(rows.getFirst().payload()).hasToString(payload);
    assertThat(rows.get(1).payload()).hasToString(ack.toRaw().toString());
    assertThat(rows.get(1).error()).isEqualTo("error \u0000 text");
    assertThat(log.sql("SELECT payload_json FROM activity_log WHERE event = 'send_start'"))
        .containsExactly(List.of(payload));
    assertThat(log.sql("SELECT count(*) FROM activity_log WHERE json_valid(payload_json)"))
        .containsExactly(List.of("2"));
  }

  @Test
  void aPayloadOfAMebibyteIsKeptWhole() throws Exception {
    String payload = "{\"text\":\"" + "x".repeat(1 << 20) + "\"}";
    log.deliver("large", payload);

    assertThat(log.sql("SELECT payload_json FROM activity_log WHERE event = 'send_start'"))
        .containsExactly(List.of(payload));
    assertThat(ActivityReader.open(log.file()).query(ActivityFilter.everything()).rows())
        .first()
        .satisfies(row -> assertThat(row.payload()).hasToString(payload));
  }

  @Test
  void anAnswerThatHadToFitAMessageSaysWhatItLeavesOut() throws Exception {
    log.deliver("large", "{\"text\":\"" + "x".repeat(1 << 20) + "\"}");
    log.deliver("small");

    assertThat(log.rows(ActivityFilter.everything()))
        .filteredOn(row -> row.event().equals("send_start"))
        .extracting(row -> String.valueOf(row.payload()))
        .containsExactly("{\"omittedBytes\":1048587}", "{\"type\":\"agent_message\"}");
  }

  @Test
  void anEndlessErrorIsCut() throws Exception {
    Trail trail = log.begin("m-1");
    trail.sendFinished(Status.ERROR, "x".repeat(100_000));

    assertThat(log.rowsOf("m-1").getLast().error()).hasSize(2_001).endsWith("x…");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"7", "-7", "1.50", "1e3", "123456789012345678901234", "\"a\\\"b\"", "\"7\""})
  void theCallersIdIsShownAsItWroteIt(String id) throws Exception {
    var token = new RequestId(LogUnderTest.json(id));
    log.log().sendStarted(LogUnderTest.envelope("m-1", "{}"), token).sendFinished(Status.OK, null);

    String shown = token.token().isString() ? token.token().asString() : id;
    assertThat(log.rowsOf("m-1")).extracting(ActivityRow::rpcId).containsExactly(shown, shown);
    assertThat(log.sql("SELECT rpc_id FROM activity_log"))
        .containsExactly(List.of(shown), List.of(shown));
  }

  @Test
  void aMessageWithoutACallHasNoCallersId() throws Exception {
    log.log()
        .sendStarted(LogUnderTest.envelope("m-1", "{}"), RequestId.NULL)
        .sendFinished(Status.OK, null);

    assertThat(log.rowsOf("m-1")).extracting(ActivityRow::rpcId).containsOnlyNulls();
    assertThat(log.sql("SELECT count(*) FROM activity_log WHERE rpc_id IS NULL"))
        .containsExactly(List.of("2"));
  }

  @Test
  void addressesAreKeptAsTheyAre() throws Exception {
    var odd = new Address("agent:'\"\\%\u00e9👩");
    log.log()
        .sendStarted(
            new Envelope(odd, odd, new MessageId("m-1"), RawJson.EMPTY_OBJECT), RequestId.of(1))
        .sendFinished(Status.NO_RECIPIENT, null);

    assertThat(log.sql("SELECT DISTINCT actor, to_address FROM activity_log"))
        .containsExactly(List.of(odd.value(), odd.value()));
    assertThat(log.rowsOf("m-1")).extracting(ActivityRow::to).containsOnly(odd.value());
  }
}
