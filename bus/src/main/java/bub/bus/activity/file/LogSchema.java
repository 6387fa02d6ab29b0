package bub.bus.activity.file;

import bub.bus.activity.event.EventKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.StringJoiner;

/** Tables of a log file, and the view that shows one row per event. */
public final class LogSchema {
  public static final int VERSION = 4;

  /** First layout that can still be read: layouts 1 to 3 lack only the columns of traces. */
  public static final int OLDEST = 1;

  private static final String TRACE_INDEX =
      "CREATE INDEX idx_activity_trace ON entry(id >> 13, trace) WHERE trace IS NOT NULL";

  private static final String TRACE_STATISTICS =
      "INSERT INTO sqlite_stat1(tbl, idx, stat)"
          + " VALUES ('entry', 'idx_activity_trace', '500000 2000 20')";

  /**
   * Inserting random message ids into a large index would be the highest cost per message. The
   * index therefore begins with a group of neighbouring ids: new rows go to its cached end, and a
   * search skips from group to group. The index of traces does the same.
   */
  private static final String[] TABLES = {
    "CREATE TABLE address(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    """
    CREATE TABLE entry(
      id INTEGER PRIMARY KEY,
      ts INTEGER NOT NULL,
      message_id TEXT NOT NULL,
      target INTEGER,
      trace BLOB,
      cause TEXT,
      events BLOB NOT NULL,
      payload BLOB)
    """,
    "CREATE INDEX idx_activity_message_id ON entry(id >> 13, message_id)",
    "CREATE INDEX idx_activity_ts ON entry(ts)",
    TRACE_INDEX,
    // SQLite uses a skip-scan only when the statistics say that groups are large.
    "ANALYZE sqlite_schema",
    """
    INSERT INTO sqlite_stat1(tbl, idx, stat) VALUES
      ('entry', 'idx_activity_message_id', '500000 2000 1'),
      ('entry', 'idx_activity_ts', '500000 1'),
      ('address', 'sqlite_autoindex_address_1', '10000 1')
    """,
    TRACE_STATISTICS,
  };

  /**
   * Changes to a file of layout 1 to 3. None of its rows has a trace, so its new index is empty.
   */
  private static final String[] TRACES = {
    "ALTER TABLE entry ADD COLUMN trace BLOB",
    "ALTER TABLE entry ADD COLUMN cause TEXT",
    TRACE_INDEX,
    "ANALYZE sqlite_schema",
    TRACE_STATISTICS,
  };

  private static final String VIEW =
      """
      CREATE VIEW activity_log AS SELECT
        entry.id + event.key AS id,
        strftime('%Y-%m-%dT%H:%M:%S',
            (entry.ts + json_extract(event.value, '$[1]')) / 1000000, 'unixepoch')
          || printf('.%06dZ', (entry.ts + json_extract(event.value, '$[1]')) % 1000000) AS ts,
        CASE json_extract(event.value, '$[0]') EVENTS END AS event,
        entry.message_id AS message_id,
        CAST(json_extract(event.value, '$[3]') AS TEXT) AS rpc_id,
        (SELECT name FROM address WHERE id = json_extract(event.value, '$[2]')) AS actor,
        (SELECT name FROM address WHERE id = entry.target) AS to_address,
        ifnull(json_extract(event.value, '$[4]'), 'start') AS status,
        CASE json_extract(event.value, '$[0]')
          WHEN 0 THEN CAST(entry.payload AS TEXT)
          ELSE json_extract(event.value, '$[5]') END AS payload_json,
        json_extract(event.value, '$[6]') AS error,
        (SELECT name FROM address WHERE id = entry.target) AS topic,
        nullif(lower(hex(entry.trace)), '') AS trace_id,
        entry.cause AS cause
      FROM entry, json_each(CAST(entry.events AS TEXT)) AS event
      """
          .replace("EVENTS", names());

  private LogSchema() {}

  private static String names() {
    var names = new StringJoiner(" ");
    for (EventKind kind : EventKind.values()) {
      names.add("WHEN " + kind.code() + " THEN '" + kind.word() + "'");
    }
    return names.toString();
  }

  /** Refuses a file that is not an activity log. */
  static void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      long version = LogConnections.number(statement, "PRAGMA user_version");
      if (version == VERSION) {
        return;
      }
      if (version >= OLDEST && version < VERSION) {
        migrate(statement);
        return;
      }
      if (version != 0) {
        throw new SQLException("another version of bub wrote the file (layout " + version + ")");
      }
      if (LogConnections.number(statement, "SELECT count(*) FROM sqlite_schema") != 0) {
        throw new SQLException("the file is a database but not an activity log");
      }
      statement.execute("BEGIN IMMEDIATE");
      for (String table : TABLES) {
        statement.execute(table);
      }
      statement.execute(VIEW);
      statement.execute("PRAGMA user_version = " + VERSION);
      statement.execute("COMMIT");
    }
  }

  /** Adds what is new: event kinds since layout 1, the topic since 2, traces and causes since 3. */
  private static void migrate(Statement statement) throws SQLException {
    statement.execute("BEGIN IMMEDIATE");
    statement.execute("DROP VIEW activity_log");
    for (String change : TRACES) {
      statement.execute(change);
    }
    statement.execute(VIEW);
    statement.execute("PRAGMA user_version = " + VERSION);
    statement.execute("COMMIT");
  }
}
