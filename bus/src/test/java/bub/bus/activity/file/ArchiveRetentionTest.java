package bub.bus.activity.file;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.file.ActivitySettings.Payloads;
import bub.bus.activity.log.LogUnderTest;
import bub.bus.activity.query.ActivityReader;
import bub.protocol.ActivityRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveRetentionTest {
  private static final String KIBIBYTE = "{\"text\":\"" + "x".repeat(1_000) + "\"}";

  @TempDir Path folder;

  private LogUnderTest log(@Nullable Duration age, @Nullable Long bytes) {
    return LogUnderTest.with(
        new ActivitySettings(
            folder.resolve("activity.db"), Payloads.FULL, 100_000, age, bytes, 1 << 26));
  }

  private LogFiles files() {
    return new LogFiles(folder.resolve("activity.db"));
  }

  private void write(LogUnderTest log, int messages) throws Exception {
    for (int i = 0; i < messages; i++) {
      log.deliver("m-" + i, KIBIBYTE);
      if (i % 10 == 0) {
        log.rowsOf("m-0");
      }
    }
    log.rowsOf("m-0");
  }

  @Test
  void keepsEverythingUnlessAskedNotTo() throws Exception {
    try (var log = log(null, null)) {
      write(log, 300);
      log.pass(Duration.ofDays(10_000));
      write(log, 300);

      assertThat(files().archives().getFirst().firstId()).isEqualTo(1);
    }
  }

  @Test
  void deletesTheOldestArchivesWhileThereIsTooMuch() throws Exception {
    try (var log = log(null, 400_000L)) {
      write(log, 1_000);

      long size = Files.size(log.file());
      for (LogArchive archive : files().archives()) {
        size += Files.size(archive.path());
      }
      assertThat(size).isLessThan(400_000 + 200_000);
      assertThat(files().archives()).hasSizeBetween(1, 4);
      assertThat(log.allRows()).extracting(ActivityRow::id).contains(4_000L).doesNotContain(1L);
    }
  }

  @Test
  void deletesArchivesThatAreTooOldAtTheNextRotation() throws Exception {
    try (var log = log(Duration.ofDays(7), null)) {
      write(log, 300);
      long oldest = files().archives().getFirst().firstId();
      log.pass(Duration.ofDays(8));
      write(log, 300);

      assertThat(oldest).isEqualTo(1);
      assertThat(files().archives().getFirst().firstId()).isGreaterThan(600);
    }
  }

  @Test
  void deletesArchivesThatAreTooOldEveryHour() throws Exception {
    try (var log = log(Duration.ofDays(7), null)) {
      write(log, 300);
      log.deliver("the active file is not empty");
      log.rowsOf("m-0");
      log.pass(Duration.ofDays(8));
      log.deliver("one small message");
      log.log().tick();

      Awaitility.await().until(() -> files().archives().isEmpty());
    }
  }

  @Test
  void whoReadsDoesNotMindThatAnArchiveIsDeletedJustThen() throws Exception {
    try (var log = log(null, null)) {
      write(log, 300);
    }
    Path archive = files().archives().getFirst().path();
    Path spare = Files.move(archive, folder.resolve("spare"));
    try (var reader = ActivityReader.open(folder.resolve("activity.db"))) {
      for (int round = 0; round < 300; round++) {
        Files.createLink(archive, spare);
        var deleting = CompletableFuture.supplyAsync(() -> archive.toFile().delete());

        assertThat(reader.query(LogUnderTest.after(0)).rows()).isNotEmpty();
        assertThat(deleting.join()).isTrue();
      }
    }
  }

  @Test
  void idsGoOnEvenWhenAllArchivesAreTooOld() throws Exception {
    try (var log = log(Duration.ofDays(7), null)) {
      write(log, 300);
    }
    Files.delete(folder.resolve("activity.db"));
    long last = files().archives().getLast().lastId();

    try (var log = log(Duration.ofDays(-1), null)) {
      assertThat(files().archives()).hasSize(1);
      log.deliver("next");
      assertThat(log.rowsOf("next").getFirst().id()).isEqualTo(last + 1);
    }
  }
}
