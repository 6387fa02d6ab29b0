package bub.agent.store;

import bub.agent.store.AgentStore.NewTurn;
import bub.agent.store.AgentStore.StoreStatistics;
import bub.agent.store.AgentStore.StoredTurn;
import bub.json.RawJson;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** SQL of the conversation. Every method runs in a transaction on the store thread. */
final class ConversationTables {
  private static final String TURNS = "SELECT number, lines, chars FROM turn ORDER BY number ";

  private ConversationTables() {}

  static void add(Connection connection, NewTurn turn) throws SQLException {
    try (var insert =
        connection.prepareStatement("INSERT INTO turn (lines, chars) VALUES (?, ?)")) {
      insert.setBytes(1, turn.lines().toByteArray());
      insert.setInt(2, turn.chars());
      insert.executeUpdate();
    }
  }

  static String summary(Connection connection) throws SQLException {
    try (var query = connection.prepareStatement("SELECT text FROM summary");
        var rows = query.executeQuery()) {
      return rows.next() ? rows.getString(1) : "";
    }
  }

  /** Oldest first. */
  static List<StoredTurn> newest(Connection connection, long maxChars) throws SQLException {
    var turns = new ArrayList<StoredTurn>();
    long chars = 0;
    try (var query = connection.prepareStatement(TURNS + "DESC");
        var rows = query.executeQuery()) {
      while (rows.next() && chars + rows.getInt("chars") <= maxChars) {
        turns.add(turn(rows));
        chars += turns.getLast().chars();
      }
    }
    return turns.reversed();
  }

  /** Oldest first, until they add up to at least {@code chars}. */
  static List<StoredTurn> oldest(Connection connection, long chars) throws SQLException {
    var turns = new ArrayList<StoredTurn>();
    long left = chars;
    try (var query = connection.prepareStatement(TURNS + "ASC");
        var rows = query.executeQuery()) {
      while (left > 0 && rows.next()) {
        turns.add(turn(rows));
        left -= turns.getLast().chars();
      }
    }
    return turns;
  }

  private static StoredTurn turn(ResultSet row) throws SQLException {
    return new StoredTurn(
        row.getLong("number"), RawJson.trusted(row.getBytes("lines")), row.getInt("chars"));
  }

  static void forgetThrough(Connection connection, long number) throws SQLException {
    try (var delete = connection.prepareStatement("DELETE FROM turn WHERE number <= ?")) {
      delete.setLong(1, number);
      delete.executeUpdate();
    }
  }

  static void summarize(Connection connection, String text) throws SQLException {
    try (var replace =
        connection.prepareStatement("INSERT OR REPLACE INTO summary (only, text) VALUES (1, ?)")) {
      replace.setString(1, text);
      replace.executeUpdate();
    }
  }

  static int reset(Connection connection) throws SQLException {
    try (var turns = connection.prepareStatement("DELETE FROM turn");
        var summary = connection.prepareStatement("DELETE FROM summary")) {
      summary.executeUpdate();
      return turns.executeUpdate();
    }
  }

  static StoreStatistics figures(Connection connection) throws SQLException {
    try (var query =
            connection.prepareStatement(
                """
                SELECT (SELECT count(*) FROM turn), (SELECT coalesce(sum(chars), 0) FROM turn),
                  (SELECT count(*) FROM summary), (SELECT count(*) FROM alarm)
                """);
        var row = query.executeQuery()) {
      return new StoreStatistics(row.getInt(1), row.getLong(2), row.getInt(3) > 0, row.getInt(4));
    }
  }
}
