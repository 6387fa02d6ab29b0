package bub.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** File of one store: creates it, upgrades its schema, and replaces it when it is damaged. */
record StoreFile(Path path, StoreSchema schema, Sharing sharing, CommitPolicy commits) {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);
  private static final int BUSY_MILLIS = 5_000;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final List<String> COMPANIONS = List.of("-wal", "-shm", "-journal");

  /** Checking a larger file at every start takes too long; its damage shows when it is read. */
  private static final long MAX_CHECKED_BYTES = 8 << 20;

  enum Sharing {
    ALONE,
    SHARED
  }

  /** A shared file is never replaced, because another process would lose it. */
  boolean isRepairable(SQLException failure) {
    return sharing == Sharing.ALONE && StorageFault.of(failure) == StorageFault.DAMAGED;
  }

  Connection open() throws IOException, SQLException {
    PrivateFile.create(path);
    Connection connection =
        switch (sharing) {
          case ALONE -> SqliteFile.openAlone(path, BUSY_MILLIS);
          case SHARED -> SqliteFile.openShared(path, BUSY_MILLIS);
        };
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA synchronous = " + commits.synchronous());
      schema.upgrade(statement);
      if (Files.size(path) <= MAX_CHECKED_BYTES) {
        check(statement);
      }
      return connection;
    } catch (IOException | SQLException unusable) {
      connection.close();
      throw unusable;
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

  /** No process may have the file open. If this fails, the damaged file stays in place. */
  StoreRepair replace(SQLException damage) throws IOException, SQLException {
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    PrivateFile.create(fresh);
    long rows = fill(fresh);
    Path aside = setAside(path, Instant.now());
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
          schema.upgrade(statement, version);
          rows = salvage.into(connection);
        }
      } catch (SQLException unreadable) {
        if (StorageFault.of(unreadable) != StorageFault.DAMAGED) {
          throw unreadable;
        }
      }
      schema.upgrade(statement);
      for (String sql : schema.recount()) {
        statement.executeUpdate(sql);
      }
      return rows;
    }
  }

  private static Path setAside(Path file, Instant now) throws IOException {
    Path aside = freeName(file, now);
    Files.move(file, aside);
    for (String ending : COMPANIONS) {
      Path companion = withEnding(file, ending);
      if (Files.exists(companion)) {
        Files.move(companion, withEnding(aside, ending));
      }
    }
    return aside;
  }

  private static Path freeName(Path file, Instant now) {
    Path aside = withEnding(file, ".damaged-" + TIME.format(now));
    Path free = aside;
    for (int i = 2; Files.exists(free); i++) {
      free = withEnding(aside, "-" + i);
    }
    return free;
  }

  private static Path withEnding(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }
}
