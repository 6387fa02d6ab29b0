package bub.system.budget.store;

import bub.protocol.budget.UsageReport;
import bub.protocol.budget.UsdAmount;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** SQL of the use per day. Every method runs in a transaction on the store thread. */
final class UsageTables {
  private static final int MAX_DAYS = 400;
  private static final int MAX_MODELS = 50;
  private static final String OTHER_MODELS = "other";
  private static final String SUMS =
      "coalesce(sum(calls), 0), coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0),"
          + " coalesce(sum(cost), 0), coalesce(sum(unpriced), 0)";

  /** Columns whose values are the subjects of budgets. */
  enum Subject {
    AGENT("agent"),
    CHAT("chat");

    private final String column;

    Subject(String column) {
      this.column = column;
    }
  }

  private UsageTables() {}

  /** {@code more} may be negative, to correct an estimate. */
  static void add(
      Connection connection, String day, String agent, String chat, String model, Spending more)
      throws SQLException {
    try (var insert =
        connection.prepareStatement(
            """
            INSERT INTO usage (day, agent, chat, model, calls, tokens_in, tokens_out, cost, unpriced)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET
              calls = calls + excluded.calls,
              tokens_in = tokens_in + excluded.tokens_in,
              tokens_out = tokens_out + excluded.tokens_out,
              cost = cost + excluded.cost,
              unpriced = unpriced + excluded.unpriced
            """)) {
      insert.setString(1, day);
      insert.setString(2, agent);
      insert.setString(3, chat);
      insert.setString(4, model);
      set(insert, 5, more);
      insert.executeUpdate();
    }
  }

  /** Returns the name to book under: an agent that invents names must not fill the disk. */
  static String bookedModel(Connection connection, String day, String agent, String model)
      throws SQLException {
    try (var query =
        connection.prepareStatement(
            """
            SELECT count(DISTINCT model), coalesce(max(model = ?), 0) FROM usage
            WHERE day = ? AND agent = ?
            """)) {
      query.setString(1, model);
      query.setString(2, day);
      query.setString(3, agent);
      try (ResultSet row = query.executeQuery()) {
        return row.getInt(2) == 1 || row.getInt(1) < MAX_MODELS ? model : OTHER_MODELS;
      }
    }
  }

  static Spending total(Connection connection, String day) throws SQLException {
    try (var query = connection.prepareStatement("SELECT " + SUMS + " FROM usage WHERE day = ?")) {
      query.setString(1, day);
      try (ResultSet row = query.executeQuery()) {
        return spending(row, 1);
      }
    }
  }

  static Spending of(Connection connection, String day, Subject subject, String address)
      throws SQLException {
    String sql = "SELECT " + SUMS + " FROM usage WHERE day = ? AND " + subject.column + " = ?";
    try (var query = connection.prepareStatement(sql)) {
      query.setString(1, day);
      query.setString(2, address);
      try (ResultSet row = query.executeQuery()) {
        return spending(row, 1);
      }
    }
  }

  static Map<String, Spending> by(Connection connection, String day, Subject subject)
      throws SQLException {
    String sql =
        "SELECT %s, %s FROM usage WHERE day = ? AND %s <> '' GROUP BY 1 ORDER BY 1"
            .formatted(subject.column, SUMS, subject.column);
    var found = new LinkedHashMap<String, Spending>();
    try (var query = connection.prepareStatement(sql)) {
      query.setString(1, day);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          found.put(rows.getString(1), spending(rows, 2));
        }
      }
    }
    return found;
  }

  /** Calls without a price by model. */
  static Map<String, Long> unpriced(Connection connection, String day) throws SQLException {
    var found = new LinkedHashMap<String, Long>();
    try (var query =
        connection.prepareStatement(
            """
            SELECT model, sum(unpriced) FROM usage WHERE day = ? AND unpriced > 0
            GROUP BY model ORDER BY 2 DESC LIMIT 20
            """)) {
      query.setString(1, day);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          found.put(rows.getString(1), rows.getLong(2));
        }
      }
    }
    return found;
  }

  static UsageReport report(Connection connection, LocalDate since, long skip) throws SQLException {
    var rows = new ArrayList<UsageReport.Row>();
    try (var query =
        connection.prepareStatement(
            """
            SELECT day, agent, chat, model, calls, tokens_in, tokens_out, cost, unpriced FROM usage
            WHERE day >= ? AND calls > 0 ORDER BY day, agent, chat, model LIMIT ? OFFSET ?
            """)) {
      query.setString(1, since.toString());
      query.setInt(2, UsageReport.PAGE + 1);
      query.setLong(3, skip);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          rows.add(row(row));
        }
      }
    }
    boolean hasMore = rows.size() > UsageReport.PAGE;
    return new UsageReport(hasMore ? rows.subList(0, UsageReport.PAGE) : rows, hasMore);
  }

  private static UsageReport.Row row(ResultSet row) throws SQLException {
    Spending spent = spending(row, 5);
    boolean isPriced = spent.unpriced() < spent.calls();
    return new UsageReport.Row(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        spent.calls(),
        spent.tokensIn(),
        spent.tokensOut(),
        isPriced ? UsdAmount.usd(spent.cost()) : null);
  }

  /** Returns days after {@code today}, which exist only when the clock was wrong. */
  static List<String> daysAfter(Connection connection, String today) throws SQLException {
    var days = new ArrayList<String>();
    try (var query = connection.prepareStatement("SELECT DISTINCT day FROM usage WHERE day > ?")) {
      query.setString(1, today);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          days.add(rows.getString(1));
        }
      }
    }
    return days;
  }

  static void move(Connection connection, String day, String today) throws SQLException {
    try (var insert =
            connection.prepareStatement(
                """
                INSERT INTO usage
                SELECT ?, agent, chat, model, calls, tokens_in, tokens_out, cost, unpriced
                FROM usage WHERE day = ?
                ON CONFLICT DO UPDATE SET
                  calls = calls + excluded.calls,
                  tokens_in = tokens_in + excluded.tokens_in,
                  tokens_out = tokens_out + excluded.tokens_out,
                  cost = cost + excluded.cost,
                  unpriced = unpriced + excluded.unpriced
                """);
        var delete = connection.prepareStatement("DELETE FROM usage WHERE day = ?")) {
      insert.setString(1, today);
      insert.setString(2, day);
      insert.executeUpdate();
      delete.setString(1, day);
      delete.executeUpdate();
    }
  }

  /** Counts days with use instead of comparing dates, because a wrong clock must delete nothing. */
  static void forgetOldDays(Connection connection) throws SQLException {
    try (var delete =
        connection.prepareStatement(
            """
            DELETE FROM usage WHERE day < (
              SELECT day FROM (SELECT DISTINCT day FROM usage ORDER BY day DESC) LIMIT 1 OFFSET ?)
            """)) {
      delete.setInt(1, MAX_DAYS);
      delete.executeUpdate();
    }
  }

  static void set(PreparedStatement statement, int first, Spending spent) throws SQLException {
    statement.setLong(first, spent.calls());
    statement.setLong(first + 1, spent.tokensIn());
    statement.setLong(first + 2, spent.tokensOut());
    statement.setLong(first + 3, spent.cost());
    statement.setLong(first + 4, spent.unpriced());
  }

  static Spending spending(ResultSet row, int first) throws SQLException {
    return new Spending(
        row.getLong(first),
        row.getLong(first + 1),
        row.getLong(first + 2),
        row.getLong(first + 3),
        row.getLong(first + 4));
  }
}
