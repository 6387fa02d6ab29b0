package bub.bus.activity.log;

import static bub.bus.activity.log.LogUnderTest.WORKER;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.file.ActivitySettings;
import bub.bus.activity.file.ActivitySettings.Payloads;
import bub.bus.activity.query.ActivityReader;
import bub.bus.activity.query.QueryRefused;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteActivityLogTest {
  @TempDir Path folder;

  @Test
  void idsAreDenseAndGoOnAfterAReopen() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("m-1");
      log.begin("m-2").sendFinished(Status.NO_RECIPIENT, null);
      log.reopen();
      log.deliver("m-3");

      assertThat(log.allRows())
          .extracting(ActivityRow::id)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, 10).boxed().toList());
    }
  }

  @Test
  void eventsOfAMessageStandInTheOrderTheyHappened() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      Trail slow = log.begin("slow");
      log.deliver("quick");
      log.log().tick();
      slow.processStarted(WORKER, 1);
      log.log().tick();
      log.deliver("quicker");
      slow.processFinished(WORKER, 1, Status.OK, Ack.ok("done"), null);
      slow.sendFinished(Status.OK, null);

      assertThat(log.rowsOf("slow"))
          .extracting(ActivityRow::event)
          .containsExactly("send_start", "process_start", "process_finish", "send_finish");
      assertThat(log.allRows()).extracting(ActivityRow::id).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void anEventAfterTheEndIsNotLost() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      Trail trail = log.begin("m-1");
      trail.sendFinished(Status.TIMEOUT, null);
      trail.processFinished(WORKER, 1, Status.OK, Ack.ok("late"), null);

      assertThat(log.rowsOf("m-1"))
          .extracting(ActivityRow::event)
          .containsExactly("send_start", "send_finish", "process_finish");
    }
  }

  @Test
  void whoeverGotAnAnswerAndAsksAtOnceSeesTheMessage() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      for (int i = 0; i < 50; i++) {
        log.deliver("m-" + i);
        assertThat(log.rowsOf("m-" + i)).hasSize(4);
      }
    }
  }

  @Test
  void watchersSeeWhatQueriesSee() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      var seen = new ArrayList<ActivityRow>();
      log.log().watch(ActivityFilter.everything(), batch -> seen.addAll(batch.rows()));
      Trail open = log.begin("open");
      log.deliver("m-1");
      log.log().tick();
      open.processFinished(WORKER, 3, Status.TIMEOUT, Ack.retryIn(1, "late"), "after 60 s");
      open.sendFinished(Status.ERROR, "nobody answered");
      log.log().tick();

      assertThat(seen).hasSize(7);
      assertThat(log.allRows()).isEqualTo(seen);
    }
  }

  @Test
  void aWatcherIsToldOnceATickOfWhatItWants() {
    try (var log = LogUnderTest.in(folder)) {
      var batches = new ArrayList<ActivityRows>();
      ActivityFilter filter = ActivityFilter.ofMessage("wanted");
      ActivityLog.Watch watch = log.log().watch(filter, batches::add);
      for (int i = 0; i < 600; i++) {
        log.deliver("unwanted");
      }
      log.deliver("wanted");
      log.log().tick();
      log.log().tick();
      watch.stop();
      log.deliver("wanted");
      log.log().tick();

      assertThat(batches).singleElement().satisfies(batch -> assertThat(batch.rows()).hasSize(4));
    }
  }

  @Test
  void aWatcherOfAPartSeesAllOfSomeMessages() {
    try (var log = LogUnderTest.in(folder)) {
      var seen = new ArrayList<ActivityRow>();
      log.log().watch(ActivityFilter.sample(8), batch -> seen.addAll(batch.rows()));
      for (int i = 0; i < 1_600; i++) {
        log.deliver("m-" + i);
        log.log().tick();
      }

      Map<String, Long> events =
          seen.stream().collect(groupingBy(ActivityRow::messageId, counting()));
      assertThat(events.values()).containsOnly(4L).hasSizeBetween(100, 300);
    }
  }

  @Test
  void aWatcherLearnsHowManyEventsWereTooManyForIt() {
    try (var log = LogUnderTest.in(folder)) {
      var batches = new ArrayList<ActivityRows>();
      log.log().watch(ActivityFilter.everything(), batches::add);
      for (int i = 0; i < 300; i++) {
        log.deliver("m-" + i);
      }
      log.log().tick();

      assertThat(batches).extracting(batch -> batch.rows().size()).containsExactly(1_000);
      assertThat(batches).extracting(ActivityRows::missed).containsExactly(200L);
    }
  }

  @Test
  void closingWritesWhatIsStillOpen() {
    var log = LogUnderTest.in(folder);
    log.deliver("m-1");
    log.begin("m-2");
    log.close();

    assertThat(log.log().figures()).isEqualTo(new ActivityLog.Figures(5, 0, 0, false));
    assertThat(ActivityReader.open(log.file()).query(ActivityFilter.everything()).rows())
        .extracting(ActivityRow::messageId)
        .containsExactly("m-1", "m-1", "m-1", "m-1", "m-2");
  }

  @Test
  void whatComesAfterTheCloseIsCountedAsLost() {
    var log = LogUnderTest.in(folder);
    log.close();
    log.deliver("m-1");
    log.log().tick();

    assertThat(log.log().figures().eventsLost()).isEqualTo(4);
    assertThatThrownBy(() -> log.log().query(ActivityFilter.everything()).get())
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void keepsNoPayloadsWhenAskedTo() throws Exception {
    var settings =
        new ActivitySettings(
            folder.resolve("activity.db"), Payloads.NONE, 1 << 28, null, null, 1 << 26);
    try (var log = LogUnderTest.with(settings)) {
      var seen = new ArrayList<ActivityRow>();
      log.log().watch(ActivityFilter.everything(), batch -> seen.addAll(batch.rows()));
      Trail trail = log.begin("m-1", "{\"secret\":1}");
      Ack ack = Ack.ok("done", LogUnderTest.json("{\"secret\":2}"));
      trail.processFinished(WORKER, 1, Status.OK, ack, null);
      trail.sendFinished(Status.OK, null);

      assertThat(log.allRows())
          .isEqualTo(seen)
          .extracting(row -> String.valueOf(row.payload()))
          .containsExactly(
              "null",
              "{\"success\":true,\"message\":\"done\",\"shouldRetry\":false,\"retrySeconds\":0}",
              "null");
    }
    assertThat(Files.readAllBytes(settings.file())).asString().doesNotContain("secret");
  }

  @Test
  void isSaturatedWhileTheDiskIsBehindAndThenNoMore() throws Exception {
    try (var log = LogUnderTest.with(LogUnderTest.withQueue(folder, 100_000));
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + log.file());
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      for (int i = 0; !log.log().isSaturated(); i++) {
        log.deliver("m-" + i, "{\"text\":\"" + "x".repeat(1_000) + "\"}");
        log.log().tick();
      }
      assertThat(log.log().figures().queuedBytes()).isBetween(100_000L, 110_000L);

      statement.execute("ROLLBACK");
      Awaitility.await().until(() -> !log.log().isSaturated());
      assertThat(log.allRows()).extracting(ActivityRow::event).doesNotContain("log_gap");
      assertThat(log.log().figures().eventsLost()).isZero();
    }
  }

  @Test
  void refusesQueriesWhenTooManyWait() throws Exception {
    try (var log = LogUnderTest.in(folder);
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + log.file());
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      log.deliver("m-1");
      log.log().tick();
      var answers = new ArrayList<CompletableFuture<ActivityRows>>();
      for (int i = 0; i < 100; i++) {
        answers.add(log.log().query(ActivityFilter.everything()));
      }
      assertThatThrownBy(() -> answers.getLast().get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(QueryRefused.class)
          .hasMessageContaining("too many queries");

      statement.execute("ROLLBACK");
      assertThat(answers.getFirst().get(60, TimeUnit.SECONDS).rows()).hasSize(4);
    }
  }

  @Test
  void manyMessagesInManyWindowsAreAllThere() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      List<Trail> open = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        log.deliver("m-" + i);
        if (i % 100 == 0) {
          open.add(log.begin("open-" + i));
          log.log().tick();
        }
      }
      open.forEach(trail -> trail.sendFinished(Status.OK, null));

      assertThat(log.sql("SELECT count(*), count(DISTINCT id), max(id) FROM activity_log"))
          .containsExactly(List.of("20100", "20100", "20100"));
      assertThat(log.sql("PRAGMA integrity_check")).containsExactly(List.of("ok"));
      assertThat(log.log().figures().eventsWritten()).isEqualTo(20_100);
    }
  }
}
