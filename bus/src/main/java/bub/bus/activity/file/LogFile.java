package bub.bus.activity.file;

import bub.bus.activity.event.EntryBatch;
import bub.bus.activity.event.LogEntry;
import bub.bus.activity.event.LogGap;
import bub.bus.activity.file.ActivitySettings.Payloads;
import bub.store.FileIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Active file of the log. Writer thread only. */
final class LogFile implements AutoCloseable {
  private static final String LAST_ID =
      """
      SELECT id + json_array_length(CAST(events AS TEXT)) - 1
      FROM entry ORDER BY id DESC LIMIT 1
      """;

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final FileIdentity identity;
  private final Connection connection;
  private final Statement statement;
  private final Addresses addresses;
  private final EntryTable table;
  private final EntryEncoder encoder;
  private long firstId;
  private long lastId;

  private LogFile(Path path, Connection connection, Payloads payloads) throws SQLException {
    this.connection = connection;
    identity = FileIdentity.of(path);
    statement = connection.createStatement();
    LogSchema.prepare(connection);
    addresses = new Addresses(connection);
    table = new EntryTable(connection);
    encoder = new EntryEncoder(payloads, addresses);
    firstId = LogConnections.number(statement, "SELECT min(id) FROM entry");
    lastId = LogConnections.number(statement, LAST_ID);
  }

  static LogFile open(Path path, Payloads payloads) throws SQLException {
    createForOwnerOnly(path);
    Connection connection = LogConnections.writing(path);
    try {
      return new LogFile(path, connection, payloads);
    } catch (SQLException unusable) {
      connection.close();
      throw unusable;
    }
  }

  /** Messages are private. SQLite gives its companion files the same mode. */
  private static void createForOwnerOnly(Path path) {
    try {
      Files.createFile(path, OWNER_ONLY);
    } catch (IOException | UnsupportedOperationException thereOrImpossible) {
      // An existing file keeps its mode; SQLite reports any other problem.
    }
  }

  boolean isInPlace() {
    return identity.isStillThere();
  }

  /** Returns the id of the oldest event; 0 in an empty file. */
  long firstId() {
    return firstId;
  }

  long lastId() {
    return lastId;
  }

  /** Returns the size of the file, including the content of the write-ahead log. */
  long bytes() throws SQLException {
    return LogConnections.number(statement, "PRAGMA page_count")
        * LogConnections.number(statement, "PRAGMA page_size");
  }

  /** Writes everything or nothing. The gap comes first, at the position of its lost events. */
  void write(@Nullable LogGap gap, List<EntryBatch> batch) throws SQLException {
    statement.execute("BEGIN IMMEDIATE");
    try {
      long last = gap == null ? lastId : gap.firstId();
      if (gap != null) {
        table.add(EntryEncoder.encode(gap));
      }
      for (EntryBatch handover : batch) {
        for (LogEntry entry : handover.entries()) {
          table.add(encoder.encode(entry));
          last = entry.lastId();
        }
      }
      table.flush();
      statement.execute("COMMIT");
      lastId = last;
    } catch (SQLException | RuntimeException failure) {
      undo();
      throw failure;
    }
    if (firstId == 0) {
      firstId = LogConnections.number(statement, "SELECT min(id) FROM entry");
    }
  }

  private void undo() {
    table.discard();
    addresses.forget();
    try {
      statement.execute("ROLLBACK");
    } catch (SQLException nothingToUndo) {
      // SQLite has already rolled back. A broken connection shows at the next BEGIN.
    }
  }

  /**
   * Moves all data into the single file, so that it can be renamed. Returns false, without a
   * change, when another program has the file open. Close the file in both cases.
   */
  boolean seal() throws SQLException {
    statement.execute("PRAGMA busy_timeout = 50");
    try (ResultSet checkpoint = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
      if (checkpoint.next() && checkpoint.getInt(1) != 0) {
        return false;
      }
    }
    try {
      return LogConnections.text(statement, "PRAGMA journal_mode = DELETE").equals("delete");
    } catch (SQLException inUse) {
      return false;
    }
  }

  /** Simulates a full disk at {@code pages}, for tests. */
  void limitPages(long pages) throws SQLException {
    try (Statement limit = connection.createStatement()) {
      limit.execute("PRAGMA max_page_count = " + pages);
    }
  }

  @Override
  public void close() throws SQLException {
    try (connection) {
      table.close();
      addresses.close();
      statement.close();
    }
  }
}
