package bub.client.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One SQLite file. Its connection belongs to one platform thread, the {@link Scribe}'s; callers on
 * any thread wait for it.
 */
public final class Database implements AutoCloseable {
  private final @Nullable StoreLock lock;
  private final Scribe scribe;

  private Database(@Nullable StoreLock lock, Scribe scribe) {
    this.lock = lock;
    this.scribe = scribe;
  }

  /**
   * Opens a file for this process alone.
   *
   * @param schema what brings a file from each version to the next, beginning with an empty one
   * @throws StoreInUse when another process has it open
   */
  public static Database open(Path file, List<String> schema) throws IOException {
    Path path = prepare(file);
    StoreLock lock = StoreLock.take(path);
    try {
      return open(path, schema, lock);
    } catch (IOException unusable) {
      lock.close();
      throw unusable;
    }
  }

  /** Opens a file that other processes may have open, too: each sees what the others did. */
  public static Database openShared(Path file, List<String> schema) throws IOException {
    return open(prepare(file), schema, null);
  }

  private static Path prepare(Path file) throws IOException {
    Path path = file.toAbsolutePath();
    Files.createDirectories(path.getParent());
    return path;
  }

  private static Database open(Path path, List<String> schema, @Nullable StoreLock lock)
      throws IOException {
    try {
      createPrivate(path);
      var scribe = new Scribe(path, connect(path, schema));
      scribe.start();
      return new Database(lock, scribe);
    } catch (SQLException unusable) {
      throw new IOException("cannot open " + path + ": " + unusable.getMessage(), unusable);
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
      try {
        Files.createFile(path, mode);
      } catch (FileAlreadyExistsException byAnother) {
        // Another process was faster, and as careful.
      }
    }
  }

  private static Connection connect(Path path, List<String> schema) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 5000");
      statement.execute("PRAGMA journal_mode = WAL");
      // FULL: what was committed survives a power cut, not only the end of this process.
      statement.execute("PRAGMA synchronous = FULL");
      upgrade(statement, schema);
      return connection;
    } catch (SQLException failed) {
      connection.close();
      throw failed;
    }
  }

  /** In one transaction: another process may open the same new file at the same moment. */
  private static void upgrade(Statement statement, List<String> schema) throws SQLException {
    statement.execute("BEGIN IMMEDIATE");
    int version;
    try (var rows = statement.executeQuery("PRAGMA user_version")) {
      version = rows.getInt(1);
    }
    if (version > schema.size()) {
      throw new SQLException("it was written by a newer version of this program");
    }
    for (String missing : schema.subList(version, schema.size())) {
      statement.executeUpdate(missing);
    }
    statement.execute("PRAGMA user_version = " + schema.size());
    statement.execute("COMMIT");
  }

  /**
   * Runs a task in a transaction and returns when it is on disk.
   *
   * @throws StoreFailed when it is not
   */
  public <T extends @Nullable Object> T call(Transaction<T> task)
      throws IOException, InterruptedException {
    return scribe.call(task);
  }

  /** Finishes what was asked for, then lets go of the file. */
  @Override
  public void close() throws IOException {
    scribe.close();
    if (lock != null) {
      lock.close();
    }
  }
}
