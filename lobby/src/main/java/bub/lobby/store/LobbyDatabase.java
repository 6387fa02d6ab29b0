package bub.lobby.store;

import bub.store.PrivateFile;
import bub.store.SqliteFile;
import bub.store.StoreFailed;
import bub.store.StoreLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The file of a store, locked, with one connection that writes and one that reads. */
record LobbyDatabase(
    Path file, @Nullable StoreLock lock, Connection writing, Connection reading, Readers readers)
    implements AutoCloseable {

  /** Opens more connections that read; each is to be closed by the caller. */
  interface Readers {
    Connection open() throws SQLException;
  }

  private static final int BUSY_MILLIS = 5_000;
  private static final int CACHE_KIB = 16_384;
  private static final long WAL_BYTES_KEPT = 16L << 20;

  /** Makes the file and its tables where they are missing. */
  static LobbyDatabase open(Path file) throws IOException, SQLException {
    Files.createDirectories(file.getParent());
    StoreLock lock = StoreLock.take(file);
    try {
      PrivateFile.create(file);
      Connection writing = forWriting(file);
      try {
        return new LobbyDatabase(file, lock, writing, forReading(file), () -> forReading(file));
      } catch (SQLException unusable) {
        writing.close();
        throw unusable;
      }
    } catch (IOException | SQLException unusable) {
      lock.close();
      throw unusable;
    }
  }

  /**
   * Takes the place of a store whose disk is full or read-only: what can be read is there, and
   * every change fails. A lobby that forgot its ids would give them to anybody.
   */
  static LobbyDatabase standIn(Path file) throws SQLException {
    try {
      return standIn(file, () -> forReading(file));
    } catch (SQLException unreadable) {
      String url = "jdbc:sqlite:file:" + UUID.randomUUID() + "?mode=memory&cache=shared";
      try (Connection empty = DriverManager.getConnection(url)) {
        try (Statement statement = empty.createStatement()) {
          LobbySchema.CURRENT.upgrade(statement);
        }
        return standIn(file, () -> DriverManager.getConnection(url));
      }
    }
  }

  private static LobbyDatabase standIn(Path file, Readers readers) throws SQLException {
    Connection writing = readers.open();
    try (Statement statement = writing.createStatement()) {
      statement.execute("PRAGMA query_only = 1");
      statement.execute("SELECT count(*) FROM agent");
      return new LobbyDatabase(file, null, writing, readers.open(), readers);
    } catch (SQLException unusable) {
      writing.close();
      throw unusable;
    }
  }

  private static Connection forWriting(Path file) throws SQLException {
    Connection connection = SqliteFile.openShared(file, BUSY_MILLIS, LobbySchema.CURRENT::check);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA cache_size = -" + CACHE_KIB);
      statement.execute("PRAGMA journal_size_limit = " + WAL_BYTES_KEPT);
      // FULL: a token that was handed out survives a power cut, not only the end of this process.
      statement.execute("PRAGMA synchronous = FULL");
      LobbySchema.CURRENT.upgrade(statement);
      return connection;
    } catch (SQLException unusable) {
      connection.close();
      throw unusable;
    }
  }

  private static Connection forReading(Path file) throws SQLException {
    Connection connection = SqliteFile.openForReading(file, BUSY_MILLIS);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA cache_size = -" + CACHE_KIB);
      return connection;
    } catch (SQLException unusable) {
      connection.close();
      throw unusable;
    }
  }

  /** The writing connection goes last: it brings everything into the one file. */
  @Override
  public void close() throws IOException {
    try (lock;
        writing;
        reading) {
      // Closed in the opposite order, each whatever the others do.
    } catch (SQLException failed) {
      throw new StoreFailed(file, failed);
    }
  }
}
