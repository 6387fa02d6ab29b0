package bub.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/**
 * SQLite file that is opened so that a full disk cannot kill the process. In WAL mode SQLite maps
 * its {@code -shm} file and reserves one byte of each 4 KiB. With smaller disk blocks the others
 * stay unreserved, and on a full disk the kernel kills the process with SIGBUS. Such disks
 * therefore get no {@code -shm} file.
 */
public final class SqliteFile {
  private static final int SAFE_BLOCK_BYTES = 4096;

  /** Far more than SQLite needs to open its mapped file. */
  private static final long SAFE_FREE_BYTES = 1 << 20;

  private static final int JOURNAL_VERSION_OFFSET = 18;
  private static final int WAL_VERSION = 2;

  private SqliteFile() {}

  public static Connection openAlone(Path file, int busyMillis) throws SQLException {
    Connection connection = connect(file);
    try (Statement statement = connection.createStatement()) {
      beAlone(statement, busyMillis);
      statement.execute("PRAGMA journal_mode = WAL");
      return connection;
    } catch (SQLException unusable) {
      connection.close();
      throw unusable;
    }
  }

  /** Check of a file that was just opened. It throws to leave the file unchanged. */
  public interface Inspection {
    void inspect(Statement statement) throws SQLException;
  }

  public static Connection openShared(Path file, int busyMillis) throws SQLException {
    return openShared(file, busyMillis, _ -> {});
  }

  public static Connection openShared(Path file, int busyMillis, Inspection inspection)
      throws SQLException {
    Connection connection = connect(file);
    try (Statement statement = connection.createStatement()) {
      boolean hasSmallBlocks = hasSmallBlocks(file);
      if (hasSmallBlocks && isInWalMode(file)) {
        beAlone(statement, busyMillis);
      }
      statement.execute("PRAGMA busy_timeout = " + busyMillis);
      inspection.inspect(statement);
      statement.execute("PRAGMA journal_mode = " + (hasSmallBlocks ? "TRUNCATE" : "WAL"));
      if (hasSmallBlocks) {
        statement.execute("PRAGMA locking_mode = NORMAL");
        // The next read releases the exclusive lock.
        statement.execute("SELECT count(*) FROM sqlite_schema");
      }
      return connection;
    } catch (SQLException unusable) {
      connection.close();
      throw unusable;
    }
  }

  public static Connection openForReading(Path file, int busyMillis) throws SQLException {
    if (hasSmallBlocks(file) && isInWalMode(file) && !hasRoom(file)) {
      throw new SQLiteException(
          "cannot read the file safely while the disk is full", SQLiteErrorCode.SQLITE_FULL);
    }
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    config.resetOpenMode(SQLiteOpenMode.READWRITE);
    config.resetOpenMode(SQLiteOpenMode.CREATE);
    config.setOpenMode(SQLiteOpenMode.READONLY);
    config.setBusyTimeout(busyMillis);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  /** Makes SQLite keep the WAL index in memory. Call this before any statement that reads. */
  private static void beAlone(Statement statement, int busyMillis) throws SQLException {
    statement.execute("PRAGMA locking_mode = EXCLUSIVE");
    statement.execute("PRAGMA busy_timeout = " + busyMillis);
  }

  private static Connection connect(Path file) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file);
  }

  static boolean hasSmallBlocks(Path file) {
    try {
      return disk(file).getBlockSize() < SAFE_BLOCK_BYTES;
    } catch (IOException | UnsupportedOperationException unknown) {
      return true;
    }
  }

  private static boolean hasRoom(Path file) {
    try {
      return disk(file).getUsableSpace() >= SAFE_FREE_BYTES;
    } catch (IOException unknown) {
      return false;
    }
  }

  private static FileStore disk(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    return Files.getFileStore(directory == null ? file : directory);
  }

  /** Reads the header directly, because SQLite would open the file first. */
  static boolean isInWalMode(Path file) {
    try (var header = new RandomAccessFile(file.toFile(), "r")) {
      header.seek(JOURNAL_VERSION_OFFSET);
      return header.read() == WAL_VERSION;
    } catch (IOException missing) {
      return false;
    }
  }
}
