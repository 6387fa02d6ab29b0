package bub.bus.activity.file;

import static bub.bus.activity.log.LogUnderTest.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.log.LogUnderTest;
import bub.bus.activity.query.ActivityReader;
import bub.bus.activity.query.QueryRefused;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotationTest {
  private static final String KIBIBYTE = "{\"text\":\"" + "x".repeat(1_000) + "\"}";

  @TempDir Path folder;

  private LogUnderTest rotatingLog() {
    return LogUnderTest.with(LogUnderTest.rotatingAt(folder, 100_000));
  }

  /** Writes until there are {@code archives} more, and says how many messages that took. */
  private int fill(LogUnderTest log, int archives) throws Exception {
    int goal = archives().size() + archives;
    int sent = 0;
    while (archives().size() < goal) {
      for (int i = 0; i < 10; i++) {
        log.deliver("m-" + sent++, KIBIBYTE);
      }
      log.rowsOf("m-0");
    }
    return sent;
  }

  private List<LogArchive> archives() throws Exception {
    return new LogFiles(folder.resolve("activity.db")).archives();
  }

  @Test
  void aFullFileIsPutAwayUnderItsIds() throws Exception {
    try (var log = rotatingLog()) {
      fill(log, 2);
      assertThat(archives()).hasSize(2);
      LogArchive first = archives().getFirst();
      LogArchive second = archives().getLast();

      assertThat(first.firstId()).isEqualTo(1);
      assertThat(second.firstId()).isEqualTo(first.lastId() + 1);
      assertThat(first.path().getFileName().toString())
          .matches("activity-[0-9]{20}-[0-9]{20}\\.db");
      assertThat(LogUnderTest.sql(first.path(), "SELECT min(id), max(id) FROM activity_log"))
          .containsExactly(List.of("1", Long.toString(first.lastId())));
      assertThat(Files.size(first.path())).isLessThan(300_000);
    }
  }

  @Test
  void anArchiveIsOnePlainFileThatNobodyMayWrite() throws Exception {
    try (var log = rotatingLog()) {
      fill(log, 1);

      Path archive = archives().getFirst().path();
      assertThat(Files.getPosixFilePermissions(archive))
          .isNotEmpty()
          .doesNotContain(
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.GROUP_WRITE,
              PosixFilePermission.OTHERS_WRITE);
      assertThat(LogUnderTest.sql(archive, "PRAGMA journal_mode"))
          .containsExactly(List.of("delete"));
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .noneMatch(name -> name.startsWith("activity-") && !name.endsWith(".db"));
      }
    }
  }

  @Test
  void pagesForwardAcrossFiles() throws Exception {
    try (var log = rotatingLog()) {
      int sent = fill(log, 3);

      assertThat(log.allRows())
          .extracting(ActivityRow::id)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, sent * 4L).boxed().toList());
    }
  }

  @Test
  void pagesBackwardAcrossFiles() throws Exception {
    try (var log = rotatingLog()) {
      int sent = fill(log, 3);
      var ids = new ArrayList<Long>();
      long before = Long.MAX_VALUE;
      List<ActivityRow> page = log.rows(LogUnderTest.before(before, 37));
      while (!page.isEmpty()) {
        ids.addAll(0, page.stream().map(ActivityRow::id).toList());
        page = log.rows(LogUnderTest.before(page.getFirst().id(), 37));
      }

      assertThat(ids)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, sent * 4L).boxed().toList());
    }
  }

  @Test
  void aMessageMayBeginInOneFileAndEndInAnother() throws Exception {
    try (var log = rotatingLog()) {
      Trail trail = log.begin("straddling");
      trail.processStarted(WORKER, 1);
      fill(log, 2);
      trail.processFinished(WORKER, 1, Status.OK, Ack.ok("done"), null);
      trail.sendFinished(Status.OK, null);

      assertThat(log.rowsOf("straddling"))
          .extracting(ActivityRow::event)
          .containsExactly("send_start", "process_start", "process_finish", "send_finish");
    }
  }

  @Test
  void theFilesOfAStoppedBusAreReadWithoutIt() throws Exception {
    int sent;
    try (var log = rotatingLog()) {
      sent = fill(log, 2);
    }

    ActivityReader reader = ActivityReader.open(folder.resolve("activity.db"));
    assertThat(reader.query(ActivityFilter.ofMessage("m-0")).rows()).hasSize(4);
    assertThat(reader.query(ActivityFilter.ofMessage("m-" + (sent - 1))).rows()).hasSize(4);
  }

  @Test
  void anArchiveThatCannotBeReadIsNotPassedOverInSilence() throws Exception {
    Path archive = renamed();
    Files.write(archive, new byte[8_192]);
    try (var log = rotatingLog()) {
      log.deliver("m-2");

      assertThatThrownBy(() -> log.rowsOf("m-2"))
          .hasCauseInstanceOf(QueryRefused.class)
          .hasMessageContaining("cannot be read");
      assertThat(log.rows(LogUnderTest.before(100, 4))).hasSize(4);
    }
  }

  @Test
  void waitsWithPuttingAwayWhileAnotherProgramReads() throws Exception {
    try (var log = rotatingLog()) {
      log.deliver("m-0");
      log.rowsOf("m-0");
      try (Connection shell = DriverManager.getConnection("jdbc:sqlite:" + log.file());
          Statement statement = shell.createStatement()) {
        statement.execute("BEGIN");
        statement.executeQuery("SELECT count(*) FROM activity_log").close();
        for (int i = 1; i < 200; i++) {
          log.deliver("m-" + i, KIBIBYTE);
        }
        assertThat(log.rowsOf("m-199")).hasSize(4);
        assertThat(archives()).isEmpty();
      }
      fill(log, 1);

      assertThat(log.rowsOf("m-199")).isNotEmpty();
      assertThat(log.log().figures().eventsLost()).isZero();
    }
  }

  @Test
  void aBusThatDiedBeforeTheRenameGoesOnWithTheFullFile() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("m-1", KIBIBYTE);
    }
    // Sealed: everything in one file, no longer in WAL mode, still under its old name.
    assertThat(folder.resolve("activity.db-wal")).doesNotExist();

    goesOn(5);
  }

  @Test
  void aBusThatDiedAfterTheRenameBeginsTheNextFile() throws Exception {
    Path archive = renamed();

    goesOn(5);
    assertThat(Files.getPosixFilePermissions(archive))
        .doesNotContain(PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void aBusThatDiedWhileItCreatedTheNextFileCreatesItAgain() throws Exception {
    renamed();
    Files.createFile(folder.resolve("activity.db"));

    goesOn(5);
  }

  @Test
  void aBusThatDiedBeforeTheNextFileHadTablesAddsThem() throws Exception {
    renamed();
    try (Connection half =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("activity.db"));
        Statement statement = half.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("BEGIN");
      statement.execute("CREATE TABLE address(id)");
      statement.execute("ROLLBACK");
    }

    goesOn(5);
  }

  private Path renamed() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("m-1", KIBIBYTE);
    }
    Path archive = folder.resolve("activity-00000000000000000001-00000000000000000004.db");
    Files.move(folder.resolve("activity.db"), archive);
    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r--r--"));
    return archive;
  }

  private void goesOn(long nextId) throws Exception {
    try (var log = rotatingLog()) {
      log.deliver("m-2");
      assertThat(log.rowsOf("m-1")).hasSize(4);
      assertThat(log.rowsOf("m-2").getFirst().id()).isEqualTo(nextId);
    }
  }
}
