package bub.lobby.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/** The file of a store, locked, with one connection that writes and one that reads. */
record Database(Path file, StoreLock lock, Connection writing, Connection reading)
    implements AutoCloseable {
  private static final int BUSY_MILLIS = 5_000;
  private static final int CACHE_KIB = 16_384;
  private static final long WAL_BYTES_KEPT = 16L << 20;

  /** Makes the file and its tables where they are missing. */
  static Database open(Path file) throws IOException, SQLException {
    Files.createDirectories(file.getParent());
    StoreLock lock = StoreLock.take(file);
    try {
      createPrivate(file);
      Connection writing = forWriting(file);
      try {
        return new Database(file, lock, writing, forReading(file));
      } catch (SQLException unusable) {
        writing.close();
        throw unusable;
      }
    } catch (IOException | SQLException unusable) {
      lock.close();
      throw unusable;
    }
  }

  /** Hashes of tokens are nobody else's business: SQLite gives its other files the same mode. */
  private static void createPrivate(Path file) throws IOException {
    if (Files.notExists(file)) {
      FileAttribute<?>[] mode =
          file.getFileSystem().supportedFileAttributeViews().contains("posix")
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
              }
              : new FileAttribute<?>[0];
      Files.createFile(file, mode);
    }
  }

  private static Connection forWriting(Path file) throws SQLException {
    Connection connection = connect(file, new SQLiteConfig());
    try (Statement statement = connection.createStatement()) {
      Schema.check(statement);
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("PRAGMA journal_size_limit = " + WAL_BYTES_KEPT);
      // FULL: a token that was handed out survives a power cut, not only the end of this process.
      statement.execute("PRAGMA synchronous = FULL");
      Schema.migrate(statement);
      return connection;
    } catch (SQLException unusable) {
      connection.close();
      throw unusable;
    }
  }

  /** One more connection that reads; to be closed by the caller. */
  static Connection forReading(Path file) throws SQLException {
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    config.resetOpenMode(SQLiteOpenMode.READWRITE);
    config.resetOpenMode(SQLiteOpenMode.CREATE);
    config.setOpenMode(SQLiteOpenMode.READONLY);
    return connect(file, config);
  }

  private static Connection connect(Path file, SQLiteConfig config) throws SQLException {
    config.setBusyTimeout(BUSY_MILLIS);
    config.setCacheSize(-CACHE_KIB);
    return config.createConnection("jdbc:sqlite:" + file);
  }

  /** The writing connection goes last: it brings everything into the one file. */
  @Override
  public void close() throws IOException {
    try (lock;
        writing;
        reading) {
      // Closed in the opposite order, each whatever the others do.
    } catch (SQLException failed) {
      throw Trouble.using(file, failed);
    }
  }
}
