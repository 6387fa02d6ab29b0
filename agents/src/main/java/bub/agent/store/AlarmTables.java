package bub.agent.store;

import bub.agent.store.AgentStore.Alarm;
import bub.protocol.MessageId;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of alarms. Every method runs in a transaction on the store thread. */
final class AlarmTables {
  private AlarmTables() {}

  /** False when there are too many, true when the alarm exists already. */
  static boolean set(Connection connection, Alarm alarm, int max) throws SQLException {
    try (var insert =
            connection.prepareStatement(
                """
                INSERT INTO alarm (id, due_at, text, set_at, cause, trace)
                SELECT ?, ?, ?, ?, ?, ? WHERE (SELECT count(*) FROM alarm) < ?
                ON CONFLICT DO NOTHING
                """);
        var query = connection.prepareStatement("SELECT count(*) FROM alarm WHERE id = ?")) {
      insert.setString(1, alarm.id().value());
      insert.setLong(2, alarm.due().toEpochMilli());
      insert.setString(3, alarm.text());
      insert.setLong(4, alarm.set().toEpochMilli());
      insert.setString(5, text(alarm.cause().cause()));
      insert.setString(6, text(alarm.cause().trace()));
      insert.setInt(7, max);
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
                "SELECT id, due_at, text, coalesce(set_at, due_at) AS set_at, cause, trace"
                    + " FROM alarm ORDER BY due_at, id LIMIT 1");
        var rows = query.executeQuery()) {
      return rows.next() ? Optional.of(alarm(rows)) : Optional.empty();
    }
  }

  private static Alarm alarm(ResultSet row) throws SQLException {
    String cause = row.getString("cause");
    return new Alarm(
        new MessageId(row.getString("id")),
        Instant.ofEpochMilli(row.getLong("set_at")),
        Instant.ofEpochMilli(row.getLong("due_at")),
        row.getString("text"),
        new Causality(
            cause == null ? null : new MessageId(cause),
            TraceParent.parse(row.getString("trace"))));
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  static void dropAllOf(Connection connection, TraceId trace) throws SQLException {
    try (var delete =
        connection.prepareStatement("DELETE FROM alarm WHERE trace LIKE '__-' || ? || '-%'")) {
      delete.setString(1, trace.value());
      delete.executeUpdate();
    }
  }

  static void drop(Connection connection, MessageId id) throws SQLException {
    try (var delete = connection.prepareStatement("DELETE FROM alarm WHERE id = ?")) {
      delete.setString(1, id.value());
      delete.executeUpdate();
    }
  }
}
