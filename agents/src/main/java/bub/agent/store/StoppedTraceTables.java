package bub.agent.store;

import bub.protocol.trace.TraceId;
import java.sql.Connection;
import java.sql.SQLException;

/** SQL of stopped turns. Every method runs in a transaction on the store thread. */
final class StoppedTraceTables {
  // More than the messages that can wait in the inbox.
  private static final int MAX_TRACES = 2_000;

  private StoppedTraceTables() {}

  static void add(Connection connection, TraceId trace) throws SQLException {
    try (var insert =
            connection.prepareStatement(
                "INSERT INTO stopped_trace (trace) VALUES (?) ON CONFLICT DO NOTHING");
        var trim =
            connection.prepareStatement(
                """
                DELETE FROM stopped_trace WHERE number IN (
                  SELECT number FROM stopped_trace ORDER BY number DESC LIMIT -1 OFFSET ?)
                """)) {
      insert.setString(1, trace.value());
      insert.executeUpdate();
      trim.setInt(1, MAX_TRACES);
      trim.executeUpdate();
    }
  }

  static boolean contains(Connection connection, TraceId trace) throws SQLException {
    try (var query =
        connection.prepareStatement("SELECT count(*) FROM stopped_trace WHERE trace = ?")) {
      query.setString(1, trace.value());
      try (var row = query.executeQuery()) {
        return row.getInt(1) == 1;
      }
    }
  }
}
