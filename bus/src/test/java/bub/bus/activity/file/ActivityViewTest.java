package bub.bus.activity.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.log.LogUnderTest;
import bub.protocol.Ack;
import bub.protocol.ActivityRow;
import bub.protocol.Address;
import bub.protocol.lobby.LobbyEvent;
import bub.protocol.trace.TraceId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** View of the log for a person who opens it with SQLite and knows only the documented columns. */
class ActivityViewTest {
  private static final String COLUMNS =
      "id, ts, event, message_id, rpc_id, actor, to_address, status, payload_json, error";
  private static final String ALL_COLUMNS = COLUMNS + ", topic, trace_id, cause";
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String ACK =
      """
      {"success":true,"message":"done","shouldRetry":false,"retrySeconds":0,"payload":{}}\
      """;

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

  @Test
  void showsTheFourEventsOfAGoodMessage() throws Exception {
    log.deliver("m-1", "{\"type\": \"agent_message\",\"content\":{\"text\":\"hi\"}}");

    assertThat(log.sql("SELECT " + COLUMNS + " FROM activity_log ORDER BY id"))
        .containsExactly(
            row(
                "1",
                "2026-02-17T12:00:00.000000Z",
                "send_start",
                "m-1",
                "7",
                "tg:1",
                "agent:worker",
                "start",
                "{\"type\": \"agent_message\",\"content\":{\"text\":\"hi\"}}",
                null),
            row(
                "2",
                "2026-02-17T12:00:00.001000Z",
                "process_start",
                "m-1",
                "100",
                "agent:worker",
                "agent:worker",
                "start",
                null,
                null),
            row(
                "3",
                "2026-02-17T12:00:00.002000Z",
                "process_finish",
                "m-1",
                "100",
                "agent:worker",
                "agent:worker",
                "ok",
                ACK,
                null),
            row(
                "4",
                "2026-02-17T12:00:00.003000Z",
                "send_finish",
                "m-1",
                "7",
                "tg:1",
                "agent:worker",
                "ok",
                null,
                null));
  }

  @Test
  void hasExactlyTheDocumentedColumns() throws Exception {
    log.deliver("m-1");

    assertThat(log.sql("SELECT name FROM pragma_table_info('activity_log')"))
        .extracting(List::getFirst)
        .containsExactly(ALL_COLUMNS.split(", "));
    assertThat(log.sql("SELECT name FROM sqlite_schema WHERE name LIKE 'idx_activity_%'"))
        .extracting(List::getFirst)
        .containsExactlyInAnyOrder(
            "idx_activity_message_id", "idx_activity_ts", "idx_activity_trace");
    assertThat(log.sql("PRAGMA user_version")).containsExactly(row("4"));
  }

  @ParameterizedTest
  @EnumSource(LobbyEvent.class)
  void showsWhatTheLobbyDidByItsName(LobbyEvent event) throws Exception {
    Trail trail = log.begin("m-1");
    trail.noted(event.name(), event.isRefusal() ? Status.REFUSED : Status.OK, "because");
    trail.sendFinished(Status.OK, null);

    String status = event.isRefusal() ? "refused" : "ok";
    String columns = "event, message_id, actor, to_address, status, payload_json, error";
    assertThat(log.rowsOf("m-1"))
        .extracting(ActivityRow::event, ActivityRow::status, ActivityRow::error)
        .contains(tuple(event.name(), status, "because"));
    assertThat(log.sql("SELECT " + columns + " FROM activity_log ORDER BY id").get(1))
        .isEqualTo(row(event.name(), "m-1", "tg:1", "agent:worker", status, null, "because"));
  }

  @Test
  void isReadByTheShellThatDebianHas() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/sqlite3")));
    log.deliver("m-1");
    log.rowsOf("m-1");

    assertThat(shell("SELECT id, event, message_id, rpc_id, actor, status FROM activity_log"))
        .isEqualTo(
            """
            1|send_start|m-1|7|tg:1|start
            2|process_start|m-1|100|agent:worker|start
            3|process_finish|m-1|100|agent:worker|ok
            4|send_finish|m-1|7|tg:1|ok
            """);
    assertThat(shell("EXPLAIN QUERY PLAN SELECT * FROM activity_log WHERE message_id = 'x'"))
        .contains("idx_activity_message_id", "message_id=?")
        .doesNotContain("SCAN entry");
  }

  @Test
  void findsAMessageThroughItsIndex() throws Exception {
    assertThat(log.sql("EXPLAIN QUERY PLAN SELECT * FROM activity_log WHERE message_id = 'x'"))
        .extracting(step -> String.valueOf(step.getLast()))
        .anyMatch(step -> step.contains("idx_activity_message_id"))
        .noneMatch(step -> step.startsWith("SCAN entry"));
  }

  @Test
  void calledByItsTopicTheAddressIsTheSame() throws Exception {
    log.deliver("m-1");

    assertThat(log.sql("SELECT DISTINCT topic, to_address FROM activity_log"))
        .containsExactly(row("agent:worker", "agent:worker"));
    assertThat(log.sql("SELECT count(*) FROM activity_log WHERE topic = 'agent:worker'"))
        .containsExactly(row("4"));
  }

  @Test
  void showsTheTraceAndTheCauseOfAMessage() throws Exception {
    log.deliver("m-1");
    log.deliver("m-2", new TraceId(TRACE), "m-1");
    log.deliver("m-3", new TraceId(TRACE), null);

    assertThat(log.sql("SELECT message_id, trace_id, cause FROM activity_log GROUP BY message_id"))
        .containsExactly(row("m-1", null, null), row("m-2", TRACE, "m-1"), row("m-3", TRACE, null));
    assertThat(log.sql("SELECT count(*) FROM activity_log WHERE trace_id IS NOT NULL"))
        .containsExactly(row("8"));
  }

  @Test
  void findsATraceThroughItsIndex() throws Exception {
    log.deliver("m-1");
    log.deliver("m-2", new TraceId(TRACE), "m-1");
    String ofTrace =
        "SELECT event FROM activity_log WHERE message_id IN"
            + " (SELECT message_id FROM entry WHERE trace = x'"
            + TRACE
            + "')";

    assertThat(log.sql(ofTrace)).hasSize(4);
    assertThat(log.sql("EXPLAIN QUERY PLAN " + ofTrace))
        .extracting(step -> String.valueOf(step.getLast()))
        .anyMatch(step -> step.contains("idx_activity_trace"))
        .noneMatch(step -> step.startsWith("SCAN entry"));
  }

  @Test
  void findsATimeThroughItsIndex() throws Exception {
    log.deliver("m-1");
    String since =
        """
        SELECT event FROM activity_log WHERE message_id IN (
          SELECT message_id FROM entry WHERE ts >= unixepoch('%s') * 1000000)
        """;

    assertThat(log.sql(since.formatted("2026-02-17T11:59:00Z"))).hasSize(4);
    assertThat(log.sql(since.formatted("2026-02-17T12:01:00Z"))).isEmpty();
    assertThat(log.sql("EXPLAIN QUERY PLAN " + since.formatted("2026-02-17T12:00:00Z")))
        .extracting(step -> String.valueOf(step.getLast()))
        .anyMatch(step -> step.contains("idx_activity_ts"))
        .noneMatch(step -> step.startsWith("SCAN entry"));
  }

  @Test
  void keepsAMessageThatEndsWithinOneWindowInOneRow() throws Exception {
    log.deliver("m-1");
    log.deliver("m-2");

    assertThat(log.sql("SELECT id, message_id FROM entry"))
        .containsExactly(row("1", "m-1"), row("5", "m-2"));
  }

  @Test
  void writesAnOpenMessageAsItStands() throws Exception {
    Trail trail = log.begin("m-1");
    trail.processStarted(LogUnderTest.WORKER, 5);
    assertThat(log.sql("SELECT event, payload_json FROM activity_log"))
        .containsExactly(
            row("send_start", "{\"type\":\"agent_message\"}"), row("process_start", null));

    trail.processFinished(LogUnderTest.WORKER, 5, Status.OK, Ack.ok("done"), null);
    trail.sendFinished(Status.OK, null);
    assertThat(log.sql("SELECT id, event, rpc_id FROM activity_log ORDER BY id"))
        .containsExactly(
            row("1", "send_start", "7"),
            row("2", "process_start", "5"),
            row("3", "process_finish", "5"),
            row("4", "send_finish", "7"));
    assertThat(log.sql("SELECT count(*) FROM entry")).containsExactly(row("2"));
  }

  @Test
  void showsEveryRecipientOfAMessage() throws Exception {
    Trail trail = log.begin("m-1");
    for (int i = 1; i <= 300; i++) {
      trail.processStarted(new Address("agent:" + i), i);
    }
    for (int i = 1; i <= 300; i++) {
      trail.processFinished(new Address("agent:" + i), i, Status.OK, Ack.ok("done"), null);
    }
    trail.sendFinished(Status.OK, null);

    assertThat(log.sql("SELECT count(*), count(DISTINCT id), max(id) FROM activity_log"))
        .containsExactly(row("602", "602", "602"));
    assertThat(log.sql("SELECT actor, rpc_id FROM activity_log WHERE event = 'process_finish'"))
        .hasSize(300)
        .contains(row("agent:300", "300"));
  }

  @ParameterizedTest
  @EnumSource(Status.class)
  void showsEveryStatusAndItsError(Status status) throws Exception {
    Trail trail = log.begin("m-1");
    trail.processStarted(LogUnderTest.WORKER, 5);
    trail.processFinished(LogUnderTest.WORKER, 5, status, Ack.retryIn(3, "no"), "it \"broke\"");
    trail.sendFinished(status, "and so did the rest");

    assertThat(
            log.sql(
                "SELECT event, status, error, payload_json ->> 'retrySeconds' FROM activity_log"
                    + " WHERE event LIKE '%_finish'"))
        .containsExactly(
            row("process_finish", status.word(), "it \"broke\"", "3"),
            row("send_finish", status.word(), "and so did the rest", null));
  }

  private String shell(String query) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("sqlite3", "-readonly", log.file().toString(), query)
            .redirectErrorStream(true)
            .start();
    String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(output).isZero();
    return output;
  }

  private static List<@Nullable String> row(@Nullable String... columns) {
    return Arrays.asList(columns);
  }
}
