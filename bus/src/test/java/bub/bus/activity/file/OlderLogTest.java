package bub.bus.activity.file;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.log.LogUnderTest;
import bub.bus.activity.query.ActivityReader;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.trace.TraceId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log of an older layout is read, shown in the current columns, and continued. */
class OlderLogTest {
  private static final TraceId TRACE = new TraceId("4bf92f3577b34da6a3ce929d0e0e4736");
  private static final String[] TABLES = {
    "CREATE TABLE address(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    "CREATE TABLE entry(id INTEGER PRIMARY KEY, ts INTEGER NOT NULL, message_id TEXT NOT NULL,"
        + " target INTEGER, events BLOB NOT NULL, payload BLOB)",
    "CREATE INDEX idx_activity_message_id ON entry(id >> 13, message_id)",
    "CREATE INDEX idx_activity_ts ON entry(ts)",
    "CREATE VIEW activity_log AS SELECT entry.id + event.key AS id, entry.message_id AS message_id,"
        + " (SELECT name FROM address WHERE id = entry.target) AS to_address"
        + " FROM entry, json_each(CAST(entry.events AS TEXT)) AS event",
    "INSERT INTO address VALUES (1, 'tg:1'), (2, 'agent:worker')",
    "INSERT INTO entry VALUES (1, 1771329600000000, 'm-old', 2,"
        + " CAST('[[0,0,1,7],[3,1500,1,7,\"no_recipient\"]]' AS BLOB), CAST('{}' AS BLOB))",
  };
  private static final String[] STATISTICS = {
    "ANALYZE sqlite_schema",
    "INSERT INTO sqlite_stat1(tbl, idx, stat) VALUES"
        + " ('entry', 'idx_activity_message_id', '500000 2000 1'),"
        + " ('entry', 'idx_activity_ts', '500000 1'),"
        + " ('address', 'sqlite_autoindex_address_1', '10000 1')",
  };

  @TempDir Path folder;

  private Path write(int layout) throws Exception {
    Path file = folder.resolve("activity.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      for (String sql : TABLES) {
        statement.execute(sql);
      }
      if (layout == 3) {
        for (String sql : STATISTICS) {
          statement.execute(sql);
        }
      }
      statement.execute("PRAGMA user_version = " + layout);
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void showsItsRowsInTheCurrentColumns(int layout) throws Exception {
    write(layout);
    try (var log = LogUnderTest.in(folder)) {
      assertThat(log.rowsOf("m-old")).hasSize(2);
      assertThat(
              log.sql("SELECT id, ts, event, actor, to_address, topic, status FROM activity_log"))
          .extracting(row -> String.join(" ", row))
          .containsExactly(
              "1 2026-02-17T12:00:00.000000Z send_start tg:1 agent:worker agent:worker start",
              "2 2026-02-17T12:00:00.001500Z send_finish tg:1 agent:worker agent:worker"
                  + " no_recipient");
      assertThat(log.sql("SELECT id FROM activity_log WHERE trace_id IS NULL AND cause IS NULL"))
          .hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void isContinued(int layout) throws Exception {
    write(layout);
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("m-new");

      assertThat(log.rowsOf("m-new")).hasSize(4);
      assertThat(log.sql("SELECT DISTINCT message_id FROM activity_log ORDER BY id"))
          .extracting(row -> String.join(" ", row))
          .containsExactly("m-old", "m-new");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void storesTracesFromNowOn(int layout) throws Exception {
    write(layout);
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("m-new", TRACE, "m-old");

      assertThat(ids(log.rows(ActivityFilter.ofTrace(TRACE.value()))))
          .containsExactly(3L, 4L, 5L, 6L);
      assertThat(log.sql("SELECT DISTINCT trace_id, cause FROM activity_log WHERE id > 2"))
          .containsExactly(List.of(TRACE.value(), "m-old"));
      assertThat(log.sql("EXPLAIN QUERY PLAN SELECT id FROM entry WHERE trace = x'00'"))
          .extracting(step -> String.valueOf(step.getLast()))
          .anyMatch(step -> step.contains("idx_activity_trace"));
    }
    try (var again = LogUnderTest.in(folder)) {
      assertThat(again.sql("PRAGMA user_version")).containsExactly(List.of("4"));
      assertThat(again.rows(ActivityFilter.ofTrace(TRACE.value()))).hasSize(4);
      assertThat(again.sql("PRAGMA integrity_check")).containsExactly(List.of("ok"));
    }
  }

  @Test
  void isReadWithoutABusThatWouldAddColumns() throws Exception {
    Path file = write(3);

    try (ActivityReader reader = ActivityReader.open(file)) {
      assertThat(reader.query(ActivityFilter.ofTrace(TRACE.value())).rows()).isEmpty();
      assertThat(reader.query(ActivityFilter.ofMessage("m-old")).rows()).hasSize(2);
    }
    assertThat(LogUnderTest.sql(file, "PRAGMA user_version")).containsExactly(List.of("3"));
  }

  @Test
  void asAnArchiveItStaysAsItIsAndTakesPartInQueries() throws Exception {
    Path archive = folder.resolve("activity-00000000000000000001-00000000000000000002.db");
    Files.move(write(3), archive);
    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("r--------"));
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("m-new", TRACE, "m-old");
      ActivityFilter trace = ActivityFilter.ofTrace(TRACE.value());

      assertThat(ids(log.rows(trace))).containsExactly(3L, 4L, 5L, 6L);
      assertThat(ids(log.rows(trace.after(0, 100)))).containsExactly(3L, 4L, 5L, 6L);
      assertThat(log.rowsOf("m-old")).hasSize(2);
    }
    assertThat(LogUnderTest.sql(archive, "PRAGMA user_version")).containsExactly(List.of("3"));
  }

  private static List<Long> ids(List<ActivityRow> rows) {
    return rows.stream().map(ActivityRow::id).toList();
  }
}
