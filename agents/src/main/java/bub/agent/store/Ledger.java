package bub.agent.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A SQLite file and the one platform thread that touches it; callers on any thread wait for it.
 * Whoever opens it has made sure that nobody else does.
 */
final class Ledger implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);

  /** Runs inside a transaction, on the ledger's thread. */
  interface Task<T extends @Nullable Object> {
    T run(Connection connection) throws SQLException;
  }

  private final Path path;
  private final Connection connection;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("agent-store").daemon().factory());

  private Ledger(Path path, Connection connection) {
    this.path = path;
    this.connection = connection;
  }

  /**
   * @param schema what brings a file from each version to the next, beginning with an empty one
   */
  static Ledger open(Path path, List<String> schema) throws IOException {
    if (Files.notExists(path)) {
      // What people say is nobody else's business: SQLite gives its other files the same mode.
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    try {
      return new Ledger(path, connect(path, schema));
    } catch (SQLException unusable) {
      throw new IOException("cannot open " + path + ": " + unusable.getMessage(), unusable);
    }
  }

  private static Connection connect(Path path, List<String> schema) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 5000");
      statement.execute("PRAGMA journal_mode = WAL");
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
            "BEGIN IMMEDIATE; %s; PRAGMA user_version = %d; COMMIT"
                .formatted(schema.get(next), next + 1));
      }
      return connection;
    } catch (SQLException failed) {
      connection.close();
      throw failed;
    }
  }

  /** Runs a task and returns when what it did is on disk. */
  <T extends @Nullable Object> T call(Task<T> task) throws IOException, InterruptedException {
    try {
      return thread.submit(() -> transact(task)).get();
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      throw new IOException(path + ": " + (cause == null ? "" : cause.getMessage()), cause);
    } catch (RejectedExecutionException closed) {
      throw new IOException(path + " is closed", closed);
    }
  }

  private <T extends @Nullable Object> T transact(Task<T> task) throws SQLException {
    execute("BEGIN IMMEDIATE");
    try {
      T result = task.run(connection);
      execute("COMMIT");
      return result;
    } catch (SQLException | RuntimeException failed) {
      execute("ROLLBACK");
      throw failed;
    }
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Finishes what was asked for, then lets go of the file. */
  @Override
  public void close() {
    if (thread.isShutdown()) {
      return;
    }
    thread.execute(
        () -> {
          try {
            connection.close();
          } catch (SQLException failed) {
            LOG.error("{} could not be closed", path, failed);
          }
        });
    thread.close();
  }
}
