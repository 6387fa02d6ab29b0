package bub.client.store;

import bub.store.DamagedFile;
import bub.store.Salvage;
import bub.store.SqliteFile;
import bub.store.StorageFault;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of one store: created, brought up to date, and replaced when it is damaged. */
record StoreFile(Path path, StoreSchema schema, Sharing sharing) {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);
  private static final int BUSY_MILLIS = 5_000;

  /** A larger file takes too long to check at every start; its damage shows when it is read. */
  private static final long MAX_CHECKED_BYTES = 8 << 20;

  /** The processes that may have the file open at a time. */
  enum Sharing {
    ALONE,
    SHARED
  }

  Connection open() throws IOException, SQLException {
    createPrivate(path);
    Connection connection =
        switch (sharing) {
          case ALONE -> SqliteFile.openAlone(path, BUSY_MILLIS);
          case SHARED -> SqliteFile.openShared(path, BUSY_MILLIS);
        };
    try (Statement statement = connection.createStatement()) {
      // FULL: what was committed survives a power cut, not only the end of this process.
      statement.execute("PRAGMA synchronous = FULL");
      upgrade(statement, schema.versions().size());
      if (Files.size(path) <= MAX_CHECKED_BYTES) {
        check(statement);
      }
      return connection;
    } catch (IOException | SQLException unusable) {
      connection.close();
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
      try {
        Files.createFile(path, mode);
      } catch (FileAlreadyExistsException byAnother) {
        // Another process was faster, and as careful.
      }
    }
  }

  /** In one transaction: another process may open the same new file at the same moment. */
  private void upgrade(Statement statement, int target) throws SQLException {
    // Writes nothing to a file that is up to date: it must open on a full disk, too.
    if (version(statement) == target) {
      return;
    }
    statement.execute("BEGIN IMMEDIATE");
    int version = version(statement);
    if (version > target) {
      throw new SQLException("it was written by a newer version of this program");
    }
    for (String missing : schema.versions().subList(version, target)) {
      statement.executeUpdate(missing);
    }
    statement.execute("PRAGMA user_version = " + target);
    statement.execute("COMMIT");
  }

  private static int version(Statement statement) throws SQLException {
    try (var rows = statement.executeQuery("PRAGMA user_version")) {
      return rows.getInt(1);
    }
  }

  private static void check(Statement statement) throws SQLException {
    try (var rows = statement.executeQuery("PRAGMA quick_check(1)")) {
      String problem = rows.getString(1);
      if (!problem.equals("ok")) {
        throw StorageFault.damage(problem);
      }
    }
  }

  /**
   * Sets a damaged file aside and puts a new one in its place, with the rows that can still be
   * read. Nobody may have it open. When this fails, the damaged file is where it was.
   */
  StoreRepair replace(SQLException damage) throws IOException, SQLException {
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    createPrivate(fresh);
    long rows = fill(fresh);
    Path aside = DamagedFile.setAside(path, Instant.now());
    Files.move(fresh, path);
    var repair = new StoreRepair(path, aside, rows, String.valueOf(damage.getMessage()));
    LOG.error(repair.text());
    return repair;
  }

  private long fill(Path fresh) throws SQLException {
    try (Connection connection = SqliteFile.openAlone(fresh, BUSY_MILLIS);
        Statement statement = connection.createStatement()) {
      int current = schema.versions().size();
      long rows = 0;
      try (Salvage salvage = Salvage.of(path)) {
        int version = salvage.version();
        if (version > 0 && version <= current) {
          upgrade(statement, version);
          rows = salvage.into(connection);
        }
      } catch (SQLException unreadable) {
        if (StorageFault.of(unreadable) != StorageFault.DAMAGED) {
          throw unreadable;
        }
      }
      upgrade(statement, current);
      for (String sql : schema.recount()) {
        statement.executeUpdate(sql);
      }
      return rows;
    }
  }
}
