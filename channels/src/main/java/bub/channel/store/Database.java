package bub.channel.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/**
 * One SQLite file for one process. Its connection belongs to one platform thread, the {@link
 * Scribe}'s; callers on any thread wait for it.
 */
final class Database implements AutoCloseable {
  private final StoreLock lock;
  private final Scribe scribe;

  private Database(StoreLock lock, Scribe scribe) {
    this.lock = lock;
    this.scribe = scribe;
  }

  /**
   * @param schema what brings a file from each version to the next, beginning with an empty one
   */
  static Database open(Path file, List<String> schema) throws IOException {
    Path path = file.toAbsolutePath();
    Files.createDirectories(path.getParent());
    StoreLock lock = StoreLock.take(path);
    try {
      createPrivate(path);
      var scribe = new Scribe(path, connect(path, schema));
      scribe.start();
      return new Database(lock, scribe);
    } catch (SQLException unusable) {
      lock.close();
      throw new IOException("cannot open " + path + ": " + unusable.getMessage(), unusable);
    } catch (IOException unusable) {
      lock.close();
      throw unusable;
    }
  }

  /** People's messages are nobody else's business: SQLite gives its other files the same mode. */
  private static void createPrivate(Path path) throws IOException {
    if (Files.notExists(path)) {
      FileAttribute<?>[] mode =
          path.getFileSystem().supportedFileAttributeViews().contains("posix")
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
              }
              : new FileAttribute<?>[0];
      Files.createFile(path, mode);
    }
  }

  private static Connection connect(Path path, List<String> schema) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 5000");
      statement.execute("PRAGMA journal_mode = WAL");
      // FULL: what was committed survives a power cut, not only the end of this process.
      statement.execute("PRAGMA synchronous = FULL");
      int version;
      try (var rows = statement.executeQuery("PRAGMA user_version")) {
        version = rows.getInt(1);
      }
      if (version > schema.size()) {
        throw new SQLException("it was written by a newer version of this program");
      }
      for (int next = version; next < schema.size(); next++) {
        statement.executeUpdate(
            "BEGIN IMMEDIATE; "
                + schema.get(next)
                + "; PRAGMA user_version = "
                + (next + 1)
                + "; COMMIT");
      }
      return connection;
    } catch (SQLException failed) {
      connection.close();
      throw failed;
    }
  }

  /** Runs a task in a transaction and returns when it is on disk. */
  <T> T call(Scribe.Task<T> task) throws IOException, InterruptedException {
    return scribe.call(task);
  }

  /** Finishes what was asked for, then lets go of the file. */
  @Override
  public void close() throws IOException {
    scribe.close();
    lock.close();
  }
}
