package bub.bus.activity;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteOpenMode;

/** How this package opens SQLite files. */
final class Sql {
  private static final int BUSY_MILLIS = 2_000;
  private static final long WAL_BYTES_KEPT = 16L << 20;

  private Sql() {}

  static Connection writing(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.NORMAL);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(-16_000);
    config.setJournalSizeLimit((int) WAL_BYTES_KEPT);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  static Connection reading(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    config.resetOpenMode(SQLiteOpenMode.READWRITE);
    config.resetOpenMode(SQLiteOpenMode.CREATE);
    config.setOpenMode(SQLiteOpenMode.READONLY);
    config.setBusyTimeout(BUSY_MILLIS);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  /** The number in the first row, 0 when there is none. */
  static long number(Statement statement, String sql) throws SQLException {
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
