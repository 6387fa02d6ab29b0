package bub.system.budget.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL of the use per turn. Every method runs in a transaction on the store thread. */
final class TurnTables {
  private static final int MAX_TURNS = 100_000;
  private static final int SHOWN_TURNS = 5;

  /** Turn with its use; its first agent and the chat of that agent own it. */
  record TurnUse(String trace, String agent, String chat, Spending spent) {}

  private TurnTables() {}

  static @Nullable TurnUse find(Connection connection, String trace) throws SQLException {
    try (var query =
        connection.prepareStatement(
            """
            SELECT trace, agent, chat, calls, tokens_in, tokens_out, cost, unpriced FROM turn
            WHERE trace = ?
            """)) {
      query.setString(1, trace);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? turn(row) : null;
      }
    }
  }

  private static TurnUse turn(ResultSet row) throws SQLException {
    return new TurnUse(
        row.getString(1), row.getString(2), row.getString(3), UsageTables.spending(row, 4));
  }

  static TurnUse begin(Connection connection, String trace, String agent, String chat)
      throws SQLException {
    try (var insert =
            connection.prepareStatement(
                """
                INSERT INTO turn (trace, agent, chat, calls, tokens_in, tokens_out, cost, unpriced)
                VALUES (?, ?, ?, 0, 0, 0, 0, 0)
                """);
        var delete =
            connection.prepareStatement(
                "DELETE FROM turn WHERE seq <= (SELECT max(seq) FROM turn) - ?")) {
      insert.setString(1, trace);
      insert.setString(2, agent);
      insert.setString(3, chat);
      insert.executeUpdate();
      delete.setInt(1, MAX_TURNS);
      delete.executeUpdate();
    }
    return new TurnUse(trace, agent, chat, Spending.NONE);
  }

  static void add(Connection connection, String trace, Spending more) throws SQLException {
    try (var update =
        connection.prepareStatement(
            """
            UPDATE turn SET calls = calls + ?, tokens_in = tokens_in + ?,
              tokens_out = tokens_out + ?, cost = cost + ?, unpriced = unpriced + ?
            WHERE trace = ?
            """)) {
      UsageTables.set(update, 1, more);
      update.setString(6, trace);
      update.executeUpdate();
    }
  }

  static List<TurnUse> newest(Connection connection) throws SQLException {
    var turns = new ArrayList<TurnUse>();
    try (var query =
        connection.prepareStatement(
            """
            SELECT trace, agent, chat, calls, tokens_in, tokens_out, cost, unpriced FROM turn
            ORDER BY seq DESC LIMIT ?
            """)) {
      query.setInt(1, SHOWN_TURNS);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          turns.add(turn(rows));
        }
      }
    }
    return turns;
  }
}
