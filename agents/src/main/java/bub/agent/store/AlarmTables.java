package bub.agent.store;

import bub.agent.store.AgentStore.Alarm;
import bub.protocol.MessageId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** SQL of alarms. Every method runs in a transaction on the store thread. */
final class AlarmTables {
  private AlarmTables() {}

  /** False when there are too many, true when the alarm exists already. */
  static boolean set(Connection connection, Alarm alarm, int max) throws SQLException {
    try (var insert =
            connection.prepareStatement(
                """
                INSERT INTO alarm (id, due_at, text)
                SELECT ?, ?, ? WHERE (SELECT count(*) FROM alarm) < ? ON CONFLICT DO NOTHING
                """);
        var query = connection.prepareStatement("SELECT count(*) FROM alarm WHERE id = ?")) {
      insert.setString(1, alarm.id().value());
      insert.setLong(2, alarm.due().toEpochMilli());
      insert.setString(3, alarm.text());
      insert.setInt(4, max);
      insert.executeUpdate();
      query.setString(1, alarm.id().value());
      try (var row = query.executeQuery()) {
        return row.getInt(1) == 1;
      }
    }
  }

  static Optional<Alarm> next(Connection connection) throws SQLException {
    try (var query =
            connection.prepareStatement(
                "SELECT id, due_at, text FROM alarm ORDER BY due_at, id LIMIT 1");
        var rows = query.executeQuery()) {
      return rows.next()
          ? Optional.of(
              new Alarm(
                  new MessageId(rows.getString("id")),
                  Instant.ofEpochMilli(rows.getLong("due_at")),
                  rows.getString("text")))
          : Optional.empty();
    }
  }

  static void drop(Connection connection, MessageId id) throws SQLException {
    try (var delete = connection.prepareStatement("DELETE FROM alarm WHERE id = ?")) {
      delete.setString(1, id.value());
      delete.executeUpdate();
    }
  }
}
