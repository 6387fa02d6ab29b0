package bub.lobby.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The tables of a lobby's store, and how a file from an older version gets them. */
final class LobbySchema {
  /** Tells our file from every other SQLite file: "bubL". */
  private static final int APPLICATION_ID = 0x6275624C;

  /**
   * What brings a file from each version to the next, beginning with an empty one.
   *
   * <p>What a capability says has a table of its own, so that what is loaded at the start lies
   * close together. The index of words keeps its texts once more: without them (contentless_delete)
   * removed neighbours make every search slow until SQLite gets round to merging them away.
   */
  private static final List<String> STEPS =
      List.of(
          """
          CREATE TABLE agent (
            id INTEGER PRIMARY KEY,
            address TEXT NOT NULL UNIQUE,
            token_hash BLOB NOT NULL,
            registered_at INTEGER NOT NULL,
            last_seen INTEGER NOT NULL);
          CREATE TABLE capability (
            id INTEGER PRIMARY KEY,
            agent INTEGER NOT NULL,
            name TEXT NOT NULL,
            version TEXT,
            requesters TEXT,
            timeout_seconds INTEGER);
          CREATE INDEX capability_agent ON capability (agent);
          CREATE INDEX capability_name ON capability (name);
          CREATE TABLE body (id INTEGER PRIMARY KEY, json BLOB NOT NULL);
          CREATE VIRTUAL TABLE words USING fts5 (
            name, description, keywords,
            tokenize = 'porter unicode61 remove_diacritics 2')
          """,
          "ALTER TABLE agent ADD COLUMN repeat_hash BLOB");

  private LobbySchema() {}

  /** Looks before it touches anything: a file that is not ours stays as it is. */
  static void check(Statement statement) throws SQLException {
    if (number(statement, "PRAGMA user_version") > STEPS.size()) {
      throw new NotALobbyFile("it was written by a newer version of bub");
    }
    if (number(statement, "PRAGMA application_id") != APPLICATION_ID
        && number(statement, "SELECT count(*) FROM sqlite_schema") != 0) {
      throw new NotALobbyFile("it is a database of something else");
    }
  }

  static void migrate(Statement statement) throws SQLException {
    int version = number(statement, "PRAGMA user_version");
    for (int next = version; next < STEPS.size(); next++) {
      statement.executeUpdate(
          "BEGIN IMMEDIATE; PRAGMA application_id = %d; %s; PRAGMA user_version = %d; COMMIT"
              .formatted(APPLICATION_ID, STEPS.get(next), next + 1));
    }
  }

  private static int number(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.getInt(1);
    }
  }
}
