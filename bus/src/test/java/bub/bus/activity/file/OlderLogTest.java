package bub.bus.activity.file;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.log.LogUnderTest;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of version 0.2.0 is read, shown in the current columns, and continued. */
class OlderLogTest {
  private static final String[] VERSION_0_2_0 = {
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
    "PRAGMA user_version = 2"
  };

  @TempDir Path folder;

  @BeforeEach
  void writeAsVersion020() throws Exception {
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("activity.db"));
        var statement = connection.createStatement()) {
      for (String sql : VERSION_0_2_0) {
        statement.execute(sql);
      }
    }
  }

  @Test
  void showsItsRowsWithTheirTopic() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      assertThat(log.rowsOf("m-old")).hasSize(2);
      assertThat(
              log.sql("SELECT id, ts, event, actor, to_address, topic, status FROM activity_log"))
          .extracting(row -> String.join(" ", row))
          .containsExactly(
              "1 2026-02-17T12:00:00.000000Z send_start tg:1 agent:worker agent:worker start",
              "2 2026-02-17T12:00:00.001500Z send_finish tg:1 agent:worker agent:worker"
                  + " no_recipient");
    }
  }

  @Test
  void isContinued() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("m-new");

      assertThat(log.rowsOf("m-new")).hasSize(4);
      assertThat(log.sql("SELECT DISTINCT message_id FROM activity_log ORDER BY id"))
          .extracting(row -> String.join(" ", row))
          .containsExactly("m-old", "m-new");
    }
  }
}
