package bub.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.testkit.ChildProcess;
import bub.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk refuses writes, and never ends a process that opens a file on it. */
class SqliteFileTest {
  private static final int BUSY_MILLIS = 200;

  @TempDir Path folder;

  @Test
  void aFileOfOneProcessNeedsNoMappedFile() throws Exception {
    Path file = folder.resolve("a.db");
    try (Connection connection = SqliteFile.openAlone(file, BUSY_MILLIS)) {
      fill(connection);

      assertThat(folder.resolve("a.db-wal")).exists();
      assertThat(folder.resolve("a.db-shm")).doesNotExist();
      assertThatThrownBy(() -> count(DriverManager.getConnection("jdbc:sqlite:" + file)))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void aSharedFileIsReadByOthersWhileItIsOpen() throws Exception {
    Path file = folder.resolve("a.db");
    try (Connection connection = SqliteFile.openShared(file, BUSY_MILLIS)) {
      fill(connection);

      assertThat(count(DriverManager.getConnection("jdbc:sqlite:" + file))).isEqualTo(1);
      assertThat(count(SqliteFile.openForReading(file, BUSY_MILLIS))).isEqualTo(1);
    }
  }

  @Test
  void opensFilesOfAKilledProcessOnAFullDiskWithSmallBlocks() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder, 4)) {
      leaveBehind(disk.path().resolve("alone.db"));
      leaveBehind(disk.path().resolve("shared.db"));
      disk.fill();

      // In a process of its own: the failure that this is about ends the process.
      try (ChildProcess child = ChildProcess.ofMain(Opener.class, disk.path().toString())) {
        assertThat(child.awaitExit()).as(child.err().toString()).isZero();
        assertThat(child.out().toString())
            .contains("alone: 1", "write: the disk is full", "shared: the disk is full")
            .contains("reading: the disk is full");
      }
      disk.makeRoom();
      try (ChildProcess child = ChildProcess.ofMain(Opener.class, disk.path().toString())) {
        assertThat(child.awaitExit()).as(child.err().toString()).isZero();
        assertThat(child.out().toString()).contains("write: done", "shared: 1", "reading: 1");
      }
      assertThat(SqliteFile.isInWalMode(disk.path().resolve("shared.db"))).isFalse();
    }
  }

  @Test
  void aSharedFileWithoutMappedFileIsReadOnAFullDisk() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder, 4)) {
      Path file = disk.path().resolve("shared.db");
      try (Connection connection = SqliteFile.openShared(file, BUSY_MILLIS)) {
        fill(connection);
        disk.fill();

        assertThat(disk.path().resolve("shared.db-shm")).doesNotExist();
        assertThat(count(SqliteFile.openForReading(file, BUSY_MILLIS))).isEqualTo(1);
        assertThatThrownBy(() -> insert(connection))
            .extracting(StorageFault::of)
            .isEqualTo(StorageFault.FULL);
      }
    }
  }

  /** As a process that was killed leaves it: with its write-ahead log and its mapped file. */
  private static void leaveBehind(Path file) throws Exception {
    try (ChildProcess child = ChildProcess.ofMain(Victim.class, file.toString())) {
      child.awaitExit();
    }
    assertThat(file.resolveSibling(file.getFileName() + "-wal")).isNotEmptyFile();
  }

  static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (x)");
      statement.execute("INSERT INTO t VALUES (1)");
    }
  }

  static void insert(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO t VALUES (zeroblob(20000))");
      statement.execute("DELETE FROM t WHERE typeof(x) = 'blob'");
    }
  }

  static int count(Connection connection) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement();
        var row = statement.executeQuery("SELECT count(*) FROM t")) {
      return row.getInt(1);
    }
  }

  /** Writes in WAL mode, as version 0.2.0 did, and dies. */
  static final class Victim {
    public static void main(String[] arguments) throws Exception {
      Connection connection = DriverManager.getConnection("jdbc:sqlite:" + arguments[0]);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA journal_mode = WAL");
      }
      fill(connection);
      Runtime.getRuntime().halt(0);
    }
  }

  /** Opens the files of a directory in each way, and prints the results. */
  static final class Opener {
    public static void main(String[] arguments) {
      Path directory = Path.of(arguments[0]);
      Path alone = directory.resolve("alone.db");
      Path shared = directory.resolve("shared.db");
      say("alone", () -> count(SqliteFile.openAlone(alone, BUSY_MILLIS)));
      say(
          "write",
          () -> {
            try (Connection connection = SqliteFile.openAlone(alone, BUSY_MILLIS)) {
              insert(connection);
              return "done";
            }
          });
      say("reading", () -> count(SqliteFile.openForReading(shared, BUSY_MILLIS)));
      say("shared", () -> count(SqliteFile.openShared(shared, BUSY_MILLIS)));
    }

    private interface Attempt {
      Object make() throws SQLException;
    }

    private static void say(String what, Attempt attempt) {
      String outcome;
      try {
        outcome = String.valueOf(attempt.make());
      } catch (SQLException failed) {
        outcome = StorageFault.describe(failed);
      }
      System.out.println(what + ": " + outcome);
    }
  }

  @Test
  void tellsWhatIsWrong() {
    assertThat(StorageFault.of(new IOException("No space left on device")))
        .isEqualTo(StorageFault.FULL);
    assertThat(StorageFault.of(new IllegalStateException("else"))).isNull();
    assertThat(StorageFault.DAMAGED.about(Path.of("/x/a.db")))
        .isEqualTo(
            "/x/a.db: the file is damaged. To fix this, restore a backup, or move the file away.");
  }
}
