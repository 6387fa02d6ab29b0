package bub.channel.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One-line helpers for SQL statements with parameters. Store thread only. */
public final class SqlStatements {

  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  private SqlStatements() {}

  public static int update(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    try (var statement = prepare(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  public static <T> List<T> list(
      Connection connection, Row<T> reader, String sql, @Nullable Object... parameters)
      throws SQLException {
    return listWhile(connection, _ -> true, reader, sql, parameters);
  }

  /** {@code goOn} is called after each row. */
  static <T> List<T> listWhile(
      Connection connection,
      Predicate<T> goOn,
      Row<T> reader,
      String sql,
      @Nullable Object... parameters)
      throws SQLException {
    var found = new ArrayList<T>();
    try (var statement = prepare(connection, sql, parameters);
        var rows = statement.executeQuery()) {
      while ((found.isEmpty() || goOn.test(found.getLast())) && rows.next()) {
        found.add(reader.read(rows));
      }
    }
    return found;
  }

  public static <T> @Nullable T first(
      Connection connection, Row<T> reader, String sql, @Nullable Object... parameters)
      throws SQLException {
    List<T> found = list(connection, reader, sql, parameters);
    return found.isEmpty() ? null : found.getFirst();
  }

  public static int count(Connection connection, String sql, @Nullable Object... parameters)
      throws SQLException {
    return list(connection, row -> row.getInt(1), sql, parameters).getFirst();
  }

  private static PreparedStatement prepare(
      Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
    var statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement;
    } catch (SQLException failed) {
      statement.close();
      throw failed;
    }
  }
}
