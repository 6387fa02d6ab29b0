package bub.bus.activity.log;

import static bub.bus.activity.log.LogUnderTest.WORKER;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.file.ActivitySettings;
import bub.bus.activity.file.ActivitySettings.Payloads;
import bub.bus.activity.file.LogFiles;
import bub.bus.activity.query.ActivityReader;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that belong to a trace are found by it, in the log and as they happen. */
class TracedMessagesTest {
  private static final TraceId TRACE = new TraceId("4bf92f3577b34da6a3ce929d0e0e4736");
  private static final TraceId OTHER = new TraceId("00000000000000000000000000000001");
  private static final ActivityFilter OF_TRACE = ActivityFilter.ofTrace(TRACE.value());

  @TempDir Path folder;

  private static List<Long> ids(List<ActivityRow> rows) {
    return rows.stream().map(ActivityRow::id).toList();
  }

  private static ActivityFilter ofTrace(@Nullable String messageId, @Nullable String event) {
    return new ActivityFilter(
        messageId, null, null, event, null, null, null, null, null, 100, 1, TRACE.value());
  }

  @Test
  void areFoundWithAllTheirEvents() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("first");
      log.deliver("second", TRACE, "first");
      log.deliver("of another", OTHER, null);
      log.deliver("third", TRACE, "second");

      assertThat(ids(log.rows(OF_TRACE)))
          .containsExactlyElementsOf(
              LongStream.concat(LongStream.rangeClosed(5, 8), LongStream.rangeClosed(13, 16))
                  .boxed()
                  .toList());
      assertThat(log.rows(ActivityFilter.ofTrace(OTHER.value()))).hasSize(4);
    }
  }

  @Test
  void areFoundWithEventsThatCameLater() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      Trail slow = log.begin("slow");
      slow.caused(TRACE, new MessageId("first"));
      slow.processStarted(WORKER, 1);
      log.log().tick();
      log.deliver("quick");
      slow.processFinished(WORKER, 1, Status.OK, Ack.ok("done"), null);
      log.log().tick();
      slow.sendFinished(Status.OK, null);

      assertThat(log.rows(OF_TRACE))
          .extracting(ActivityRow::event)
          .containsExactly("send_start", "process_start", "process_finish", "send_finish");
    }
  }

  @Test
  void areRestrictedFurtherByTheOtherFilters() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      log.deliver("first", TRACE, null);
      log.deliver("second", TRACE, "first");
      log.deliver("elsewhere", OTHER, null);

      assertThat(ids(log.rows(ofTrace("second", null)))).containsExactly(5L, 6L, 7L, 8L);
      assertThat(ids(log.rows(ofTrace(null, "send_start")))).containsExactly(1L, 5L);
      assertThat(log.rows(ofTrace("elsewhere", null))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "4bf92f3577b34da6a3ce929d0e0e473",
        "4BF92F3577B34DA6A3CE929D0E0E4736",
        "00000000000000000000000000000000",
        "x' OR 1 --",
        "0af7651916cd43dd8448eb211c80319c"
      })
  void anInvalidOrUnknownTraceFindsNothing(String trace) throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      var seen = new ArrayList<ActivityRow>();
      log.log().watch(ActivityFilter.ofTrace(trace), batch -> seen.addAll(batch.rows()));
      log.deliver("first");
      log.deliver("second", TRACE, "first");

      assertThat(log.rows(ActivityFilter.ofTrace(trace))).isEmpty();
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void arePagedAcrossFilesInBothDirections() throws Exception {
    try (var log = LogUnderTest.with(LogUnderTest.rotatingAt(folder, 100_000))) {
      var expected = new ArrayList<Long>();
      long next = 1;
      for (int i = 0; archives(log) < 3; i++) {
        if (i % 3 == 0) {
          log.deliver("m-" + i, TRACE, "m-" + (i - 1));
          LongStream.range(next, next + 4).forEach(expected::add);
        } else {
          log.deliver("m-" + i, "{\"text\":\"" + "x".repeat(1_000) + "\"}");
        }
        next += 4;
        if (i % 50 == 0) {
          log.rowsOf("m-" + i);
        }
      }

      assertThat(forwards(log)).isEqualTo(expected);
      assertThat(backwards(log)).isEqualTo(expected);
    }
    assertThat(ActivityReader.open(folder.resolve("activity.db")).query(OF_TRACE).rows())
        .isNotEmpty();
  }

  private static int archives(LogUnderTest log) throws Exception {
    return new LogFiles(log.file()).archives().size();
  }

  private static List<Long> forwards(LogUnderTest log) throws Exception {
    var ids = new ArrayList<Long>();
    List<Long> page = ids(log.rows(OF_TRACE.after(0, 37)));
    while (!page.isEmpty()) {
      ids.addAll(page);
      page = ids(log.rows(OF_TRACE.after(page.getLast(), 37)));
    }
    return ids;
  }

  private static List<Long> backwards(LogUnderTest log) throws Exception {
    var ids = new ArrayList<Long>();
    List<Long> page = ids(log.rows(OF_TRACE.before(null, 37)));
    while (!page.isEmpty()) {
      ids.addAll(0, page);
      page = ids(log.rows(OF_TRACE.before(page.getFirst(), 37)));
    }
    return ids;
  }

  @Test
  void areFoundAmongManyThatBelongToNoTrace() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      for (int i = 0; i < 500; i++) {
        log.deliver("before-" + i);
      }
      log.deliver("wanted", TRACE, "before-1");
      for (int i = 0; i < 500; i++) {
        log.deliver("after-" + i);
      }

      assertThat(log.rows(OF_TRACE))
          .hasSize(4)
          .extracting(ActivityRow::messageId)
          .containsOnly("wanted");
      assertThat(log.sql("SELECT count(*) FROM entry WHERE trace IS NOT NULL"))
          .containsExactly(List.of("1"));
    }
  }

  @Test
  void areFoundWithoutTheirPayloads() throws Exception {
    var settings =
        new ActivitySettings(
            folder.resolve("activity.db"), Payloads.NONE, 1 << 28, null, null, 1 << 26);
    try (var log = LogUnderTest.with(settings)) {
      log.deliver("second", TRACE, "first");

      assertThat(log.rows(OF_TRACE)).hasSize(4);
      assertThat(log.sql("SELECT DISTINCT trace_id, cause FROM activity_log"))
          .containsExactly(List.of(TRACE.value(), "first"));
    }
  }

  @Test
  void areSeenByAWatcherOfTheirTraceOnly() throws Exception {
    try (var log = LogUnderTest.in(folder)) {
      var everything = new ArrayList<ActivityRow>();
      var ofTrace = new ArrayList<ActivityRow>();
      log.log().watch(ActivityFilter.everything(), batch -> everything.addAll(batch.rows()));
      log.log().watch(OF_TRACE, batch -> ofTrace.addAll(batch.rows()));
      Trail slow = log.begin("slow");
      slow.caused(TRACE, null);
      log.deliver("first");
      log.deliver("second", TRACE, "first");
      log.deliver("of another", OTHER, null);
      log.log().tick();
      slow.sendFinished(Status.OK, null);
      log.log().tick();

      assertThat(everything).hasSize(14);
      assertThat(ofTrace).hasSize(6).isEqualTo(log.rows(OF_TRACE));
    }
  }
}
