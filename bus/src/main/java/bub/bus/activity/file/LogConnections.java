package bub.bus.activity.file;

import bub.store.SqliteFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Connections to the SQLite files of the log. */
public final class LogConnections {
  private static final int BUSY_MILLIS = 2_000;

  /** Longer than a query may take, because without a WAL a query blocks the writer. */
  private static final int BUSY_MILLIS_WITHOUT_WAL = 12_000;

  private static final long WAL_BYTES_KEPT = 16L << 20;

  private LogConnections() {}

  static Connection writing(Path file) throws SQLException {
    Connection connection = SqliteFile.openShared(file, BUSY_MILLIS);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous = NORMAL");
      statement.execute("PRAGMA cache_size = -16000");
      statement.execute("PRAGMA journal_size_limit = " + WAL_BYTES_KEPT);
      if (!text(statement, "PRAGMA journal_mode").equals("wal")) {
        statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS_WITHOUT_WAL);
      }
      return connection;
    } catch (SQLException unusable) {
      connection.close();
      throw unusable;
    }
  }

  public static Connection reading(Path file) throws SQLException {
    return SqliteFile.openForReading(file, BUSY_MILLIS);
  }

  public static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      return result.next() ? result.getLong(1) : 0;
    }
  }

  static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      return result.next() ? result.getString(1) : "";
    }
  }
}
