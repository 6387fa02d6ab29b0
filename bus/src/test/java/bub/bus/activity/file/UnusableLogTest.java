package bub.bus.activity.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.bus.activity.log.LogUnderTest;
import bub.bus.activity.query.ActivityReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be the log are left unchanged and explained. */
class UnusableLogTest {
  @TempDir Path folder;

  @Test
  void tellsTheOperatorWhatToDoAboutADamagedFile() throws Exception {
    Path file = folder.resolve("activity.db");
    Files.writeString(file, "this is not a database, whatever its name says".repeat(100));

    assertThatThrownBy(() -> LogUnderTest.in(folder))
        .isInstanceOf(LogUnusable.class)
        .hasMessageContaining("not a database")
        .hasMessageContaining("mv " + file);
  }

  @Test
  void leavesSomebodyElsesDatabaseAlone() throws Exception {
    try (Connection owner =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("activity.db"));
        Statement statement = owner.createStatement()) {
      statement.execute("CREATE TABLE mine(x)");
    }

    assertThatThrownBy(() -> LogUnderTest.in(folder))
        .isInstanceOf(LogUnusable.class)
        .hasMessageContaining("not an activity log");
  }

  @Test
  void refusesAFileOfANewerVersion() throws Exception {
    try (Connection newer =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("activity.db"));
        Statement statement = newer.createStatement()) {
      statement.execute("CREATE TABLE entry(x)");
      statement.execute("PRAGMA user_version = 99");
    }

    assertThatThrownBy(() -> LogUnderTest.in(folder))
        .isInstanceOf(LogUnusable.class)
        .hasMessageContaining("another version");
  }

  @Test
  void carriesOverAFileOfTheFirstLayout() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("m-1");
      log.rowsOf("m-1");
    }
    try (Connection older =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("activity.db"));
        Statement statement = older.createStatement()) {
      statement.execute("DROP VIEW activity_log");
      statement.execute("CREATE VIEW activity_log AS SELECT 1 AS id");
      statement.execute("DROP INDEX idx_activity_trace");
      statement.execute("ALTER TABLE entry DROP COLUMN trace");
      statement.execute("ALTER TABLE entry DROP COLUMN cause");
      statement.execute("PRAGMA user_version = 1");
    }

    try (var log = LogUnderTest.in(folder)) {
      assertThat(log.rowsOf("m-1")).hasSize(4);
      assertThat(log.sql("SELECT count(event) FROM activity_log").getFirst()).containsExactly("4");
      assertThat(log.sql("PRAGMA user_version").getFirst()).containsExactly("4");
    }
  }

  @Test
  void refusesToShareItsFileWithAnotherBus() {
    try (var first = LogUnderTest.in(folder)) {
      assertThatThrownBy(() -> LogUnderTest.in(folder))
          .isInstanceOf(LogUnusable.class)
          .hasMessageContaining("another process")
          .hasMessageContaining(first.file().toString());
    }
    LogUnderTest.in(folder).close();
  }

  @Test
  void saysSoWhenThereIsNoLogToRead() {
    assertThatThrownBy(() -> ActivityReader.open(folder.resolve("activity.db")))
        .isInstanceOf(LogUnusable.class)
        .hasMessageContaining("no activity log");
  }
}
