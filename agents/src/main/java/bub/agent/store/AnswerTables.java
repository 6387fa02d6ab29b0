package bub.agent.store;

import bub.agent.store.AgentStore.MessageKey;
import bub.json.RawJson;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/**
 * SQL of answers. Every method runs in a transaction on the store thread. One row per table is
 * enough, because the agent puts an answer into the outbox before it starts the next message.
 */
final class AnswerTables {
  private AnswerTables() {}

  /** Returns the number of attempts, this one included. */
  static int begin(Connection connection, MessageKey key) throws SQLException {
    try (var update =
            connection.prepareStatement(
                """
                INSERT INTO attempt (only, sender, message_id, count) VALUES (1, ?, ?, 1)
                ON CONFLICT DO UPDATE SET
                  count = CASE WHEN sender = excluded.sender AND message_id = excluded.message_id
                    THEN count + 1 ELSE 1 END,
                  sender = excluded.sender, message_id = excluded.message_id
                """);
        var query = connection.prepareStatement("SELECT count FROM attempt")) {
      name(update, key);
      update.executeUpdate();
      try (var row = query.executeQuery()) {
        return row.getInt(1);
      }
    }
  }

  static void keep(Connection connection, MessageKey key, RawJson answer) throws SQLException {
    try (var replace =
        connection.prepareStatement(
            """
            INSERT OR REPLACE INTO answer (sender, message_id, only, answer) VALUES (?, ?, 1, ?)
            """)) {
      name(replace, key);
      replace.setBytes(3, answer.toByteArray());
      replace.executeUpdate();
    }
  }

  static Optional<RawJson> find(Connection connection, MessageKey key) throws SQLException {
    try (var query =
        connection.prepareStatement(
            "SELECT answer FROM answer WHERE sender = ? AND message_id = ?")) {
      name(query, key);
      try (var rows = query.executeQuery()) {
        return rows.next() ? Optional.of(RawJson.trusted(rows.getBytes(1))) : Optional.empty();
      }
    }
  }

  private static void name(PreparedStatement statement, MessageKey key) throws SQLException {
    statement.setString(1, key.from().value());
    statement.setString(2, key.id().value());
  }
}
