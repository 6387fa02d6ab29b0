package bub.bus.activity.log;

import static org.assertj.core.api.Assertions.assertThat;

import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A full disk is reported, and never delays a message. */
class FullDiskTest {
  private static final String KIBIBYTE = "{\"text\":\"" + "x".repeat(1_000) + "\"}";
  private static final long NO_ROOM = 1;
  private static final long ROOM = 1_000_000;

  @TempDir Path folder;
  private final ListAppender<ILoggingEvent> alarms = new ListAppender<>();

  @BeforeEach
  void listen() {
    alarms.start();
    ((Logger) LoggerFactory.getLogger(LogWriter.class)).addAppender(alarms);
  }

  @AfterEach
  void stopListening() {
    ((Logger) LoggerFactory.getLogger(LogWriter.class)).detachAppender(alarms);
  }

  @Test
  void whatDidNotFitIsCountedAndStandsInTheLogAsAGap() throws Exception {
    try (var log = LogUnderTest.with(LogUnderTest.withQueue(folder, 200_000))) {
      log.deliver("before");
      log.rowsOf("before");
      log.log().limitPages(NO_ROOM);
      int sent = sendUntilLost(log, 500);
      assertThat(log.log().figures().failing()).isTrue();

      log.log().limitPages(ROOM);
      Awaitility.await().until(() -> !log.log().figures().failing());
      assertThat(log.log().isSaturated()).isFalse();
      log.deliver("after");

      assertThat(log.rowsOf("after")).hasSize(4);
      List<ActivityRow> rows = log.allRows();
      ActivityLog.Figures figures = log.log().figures();
      assertThat(rows).hasSize((int) figures.eventsWritten());
      assertThat(figures.eventsWritten() - 1 + figures.eventsLost()).isEqualTo(4 * sent + 8);
      assertThat(rows)
          .filteredOn(row -> row.event().equals("log_gap"))
          .singleElement()
          .satisfies(gap -> assertThatItTells(gap, figures.eventsLost()));
      assertThat(rows).extracting(ActivityRow::id).isSorted().doesNotHaveDuplicates();
      assertThat(log.sql("SELECT message_id, status FROM activity_log WHERE event = 'log_gap'"))
          .containsExactly(List.of("-", "lost"));
      assertThat(log.sql("PRAGMA integrity_check")).containsExactly(List.of("ok"));
    }
  }

  private static void assertThatItTells(ActivityRow gap, long lost) {
    assertThat(gap.status()).isEqualTo("lost");
    assertThat(gap.messageId()).isEqualTo("-");
    assertThat(gap.error())
        .startsWith("lost " + lost + " events of " + lost / 4 + " messages between " + gap.ts())
        .contains("full");
  }

  /** Sends as the hub does: not while the log is saturated. */
  private static int sendUntilLost(LogUnderTest log, long events) {
    int sent = 0;
    while (log.log().figures().eventsLost() < events) {
      if (log.log().isSaturated()) {
        Thread.onSpinWait();
      } else {
        log.deliver("m-" + sent++, KIBIBYTE);
        log.log().tick();
      }
    }
    return sent;
  }

  @Test
  void aShortTroubleLosesNothing() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.log().limitPages(NO_ROOM);
      for (int i = 0; i < 200; i++) {
        log.deliver("m-" + i, KIBIBYTE);
      }
      log.log().tick();
      Awaitility.await().until(() -> log.log().figures().failing());
      log.log().limitPages(ROOM);
      Awaitility.await().until(() -> !log.log().figures().failing());

      assertThat(log.allRows())
          .hasSize(800)
          .extracting(ActivityRow::event)
          .doesNotContain("log_gap");
      assertThat(log.log().figures().eventsLost()).isZero();
    }
  }

  @Test
  void theAlarmIsLoudOnceAndThenPatient() throws Exception {
    try (var log = LogUnderTest.with(LogUnderTest.withQueue(folder, 100_000))) {
      log.log().limitPages(NO_ROOM);
      sendUntilLost(log, 2_000);
      log.log().limitPages(ROOM);
      Awaitility.await().until(() -> !log.log().figures().failing());
    }

    assertThat(alarms.list)
        .filteredOn(alarm -> alarm.getLevel() == Level.ERROR)
        .singleElement()
        .satisfies(
            alarm ->
                assertThat(alarm.getFormattedMessage())
                    .contains("Cannot write the activity log", "full", folder.toString()));
    assertThat(alarms.list)
        .filteredOn(alarm -> alarm.getLevel() == Level.WARN)
        .singleElement()
        .satisfies(
            alarm -> assertThat(alarm.getFormattedMessage()).contains("writable again", "lost "));
  }

  @Test
  void queriesAreAnsweredWhileTheDiskIsFull() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("before");
      log.rowsOf("before");
      log.log().limitPages(NO_ROOM);
      for (int i = 0; i < 200; i++) {
        log.deliver("m-" + i, KIBIBYTE);
      }
      log.log().tick();

      assertThat(log.log().query(ActivityFilter.everything()).get(4, TimeUnit.SECONDS).rows())
          .extracting(ActivityRow::messageId)
          .containsOnly("before");
    }
  }

  @Test
  void anotherProgramThatLocksTheFileIsWaitedFor() throws Exception {
    try (var log = LogUnderTest.in(folder);
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + log.file());
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      log.deliver("m-1");
      log.log().tick();
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> log.log().figures().failing());
      statement.execute("ROLLBACK");
      Awaitility.await().until(() -> !log.log().figures().failing());

      assertThat(log.rowsOf("m-1")).hasSize(4);
    }
  }

  @Test
  void closingOnAFullDiskEndsAndSaysWhatIsLost() throws Exception {
    var log = LogUnderTest.in(folder);
    log.log().limitPages(NO_ROOM);
    for (int i = 0; i < 200; i++) {
      log.deliver("m-" + i, KIBIBYTE);
    }
    log.close();

    assertThat(log.log().figures().eventsLost()).isEqualTo(800);
    assertThat(alarms.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .anyMatch(text -> text.contains("lost 800 events of 200 messages"));
  }

  @Test
  void aBacklogIsWrittenInTransactionsOfALimitedSize() throws Exception {
    String large = "{\"text\":\"" + "x".repeat(1 << 20) + "\"}";
    try (var log = LogUnderTest.in(folder)) {
      log.log().limitPages(NO_ROOM);
      for (int i = 0; i < 20; i++) {
        log.deliver("m-" + i, large);
      }
      log.log().tick();
      Awaitility.await().until(() -> log.log().figures().failing());

      // Room for some of it: what fits is written, and the rest stays.
      log.log().limitPages(3_000);
      Awaitility.await().until(() -> log.log().figures().eventsWritten() > 0);
      assertThat(log.log().figures().failing()).isTrue();
      assertThat(log.log().figures().eventsWritten()).isBetween(8L, 60L);

      log.log().limitPages(ROOM);
      Awaitility.await().until(() -> !log.log().figures().failing());
      assertThat(log.log().figures().eventsWritten()).isEqualTo(80);
      assertThat(log.log().figures().eventsLost()).isZero();
    }
  }
}
