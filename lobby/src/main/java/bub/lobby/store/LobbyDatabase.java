package bub.lobby.store;

import bub.store.PrivateFile;
import bub.store.SqliteFile;
import bub.store.StoreFailed;
import bub.store.StoreLock;
import bub.store.StoreSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** File of a store, locked, with one connection for writes and one for reads. */
record LobbyDatabase(
    Path file, @Nullable StoreLock lock, Connection writing, Connection reading, Readers readers)
    implements AutoCloseable {
  /** "bubL". */
  private static final int APPLICATION_ID = 0x6275624C;

  /**
   * Texts have a table of their own, so that the rows loaded at the start lie close together. The
   * word index stores them again: with contentless_delete, deleted entries would slow every search.
   */
  private static final StoreSchema SCHEMA =
      StoreSchema.of(
              List.of(
                  """
                  CREATE TABLE agent (
                    id INTEGER PRIMARY KEY,
                    address TEXT NOT NULL UNIQUE,
                    token_hash BLOB NOT NULL,
                    registered_at INTEGER NOT NULL,
                    last_seen INTEGER NOT NULL);
                  CREATE TABLE capability (
                    id INTEGER PRIMARY KEY,
                    agent INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    version TEXT,
                    requesters TEXT,
                    timeout_seconds INTEGER);
                  CREATE INDEX capability_agent ON capability (agent);
                  CREATE INDEX capability_name ON capability (name);
                  CREATE TABLE body (id INTEGER PRIMARY KEY, json BLOB NOT NULL);
                  CREATE VIRTUAL TABLE words USING fts5 (
                    name, description, keywords,
                    tokenize = 'porter unicode61 remove_diacritics 2')
                  """,
                  "ALTER TABLE agent ADD COLUMN repeat_hash BLOB",
                  "ALTER TABLE agent ADD COLUMN revision INTEGER NOT NULL DEFAULT 0"))
          .markedAs(APPLICATION_ID);

  /** The caller closes the connections. */
  interface Readers {
    Connection open() throws SQLException;
  }

  private static final int BUSY_MILLIS = 5_000;
  private static final int CACHE_KIB = 16_384;
  private static final long WAL_BYTES_KEPT = 16L << 20;

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

  /** Substitute on a full or read-only disk: a lobby without its ids would give them away. */
  static LobbyDatabase standIn(Path file) throws SQLException {
    try {
      return standIn(file, () -> forReading(file));
    } catch (SQLException unreadable) {
      String url = "jdbc:sqlite:file:" + UUID.randomUUID() + "?mode=memory&cache=shared";
      try (Connection empty = DriverManager.getConnection(url)) {
        try (Statement statement = empty.createStatement()) {
          SCHEMA.upgrade(statement);
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
    Connection connection = SqliteFile.openShared(file, BUSY_MILLIS, SCHEMA::check);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA cache_size = -" + CACHE_KIB);
      statement.execute("PRAGMA journal_size_limit = " + WAL_BYTES_KEPT);
      // An issued token must survive a power cut, not only the end of this process.
      statement.execute("PRAGMA synchronous = FULL");
      SCHEMA.upgrade(statement);
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

  /** The write connection closes last, because it merges everything into one file. */
  @Override
  public void close() throws IOException {
    try (lock;
        writing;
        reading) {
      // try-with-resources closes in reverse order, each even when another fails to close.
    } catch (SQLException failed) {
      throw new StoreFailed(file, failed);
    }
  }
}
