package bub.bus.activity.query;

import static bub.bus.activity.log.LogUnderTest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.log.LogUnderTest;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActivityQueryTest {
  @TempDir Path folder;
  private LogUnderTest log;

  @BeforeEach
  void threeMessagesAnHourApart() {
    log = LogUnderTest.in(folder);
    for (int i = 1; i <= 3; i++) {
      var target = new Address("agent:" + i);
      Trail trail =
          log.log()
              .sendStarted(
                  new Envelope(
                      LogUnderTest.ALICE, target, new MessageId("m-" + i), LogUnderTest.json("{}")),
                  RequestId.of(i));
      trail.processFinished(target, i, i == 2 ? Status.TIMEOUT : Status.OK, Ack.ok("done"), null);
      trail.sendFinished(i == 2 ? Status.ERROR : Status.OK, null);
      log.pass(Duration.ofHours(1));
    }
  }

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void byMessage() throws Exception {
    assertThat(log.rowsOf("m-2")).extracting(ActivityRow::id).containsExactly(4L, 5L, 6L);
    assertThat(log.rowsOf("m-9")).isEmpty();
  }

  @Test
  void byActor() throws Exception {
    assertThat(ids(new Wanted().actor("agent:2"))).containsExactly(5L);
    assertThat(ids(new Wanted().actor("tg:1"))).containsExactly(1L, 3L, 4L, 6L, 7L, 9L);
    assertThat(ids(new Wanted().actor("agent:unheard-of"))).isEmpty();
  }

  @Test
  void byTarget() throws Exception {
    assertThat(ids(new Wanted().to("agent:3"))).containsExactly(7L, 8L, 9L);
    assertThat(ids(new Wanted().to("tg:1"))).isEmpty();
  }

  @Test
  void byEventAndStatus() throws Exception {
    assertThat(ids(new Wanted().event("send_start"))).containsExactly(1L, 4L, 7L);
    assertThat(ids(new Wanted().status("timeout"))).containsExactly(5L);
    assertThat(ids(new Wanted().event("send_finish").status("ok"))).containsExactly(3L, 9L);
  }

  @Test
  void byTime() throws Exception {
    Instant one = NOON.plus(Duration.ofHours(1));
    Instant two = NOON.plus(Duration.ofHours(2));

    assertThat(ids(new Wanted().since(one))).containsExactly(4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(ids(new Wanted().until(one))).containsExactly(1L, 2L, 3L);
    assertThat(ids(new Wanted().since(one).until(two))).containsExactly(4L, 5L, 6L);
    assertThat(ids(new Wanted().since(Instant.MIN).until(Instant.MAX))).hasSize(9);
    assertThat(ids(new Wanted().since(Instant.MAX))).isEmpty();
  }

  @Test
  void byTimeWithinOneEntry() throws Exception {
    log.deliver("long");
    Instant third = NOON.plus(Duration.ofHours(3)).plusMillis(2);

    assertThat(ids(new Wanted().since(third))).containsExactly(12L, 13L);
    assertThat(ids(new Wanted().since(third).until(third.plusMillis(1)))).containsExactly(12L);
  }

  @Test
  void byTimeWhenTheClockWasSetBack() throws Exception {
    log.pass(Duration.ofDays(-1));
    log.deliver("yesterday");

    assertThat(ids(new Wanted().until(NOON))).containsExactly(10L, 11L, 12L, 13L);
    assertThat(ids(new Wanted().since(NOON))).hasSize(9);
  }

  @Test
  void theNewestBeforeAnId() throws Exception {
    assertThat(ids(new Wanted().limit(2))).containsExactly(8L, 9L);
    assertThat(ids(new Wanted().before(8).limit(3))).containsExactly(5L, 6L, 7L);
    assertThat(ids(new Wanted().before(1))).isEmpty();
    assertThat(ids(new Wanted().before(Long.MIN_VALUE))).isEmpty();
  }

  @Test
  void theOldestAfterAnId() throws Exception {
    assertThat(ids(new Wanted().after(0).limit(2))).containsExactly(1L, 2L);
    assertThat(ids(new Wanted().after(4).limit(3))).containsExactly(5L, 6L, 7L);
    assertThat(ids(new Wanted().after(3).before(6))).containsExactly(4L, 5L);
    assertThat(ids(new Wanted().after(9))).isEmpty();
    assertThat(ids(new Wanted().after(Long.MAX_VALUE))).isEmpty();
  }

  @Test
  void allAtOnce() throws Exception {
    var wanted = new Wanted().actor("agent:1").to("agent:1").event("process_finish").status("ok");
    assertThat(ids(wanted.since(NOON).before(100))).containsExactly(2L);
  }

  @Test
  void aMessageIsLookedUpAndNotSearchedFor() throws Exception {
    var query = new EntryQuery(QueryPage.Order.NEWEST_FIRST);
    query.ids(new IdRange(10, 1_000), "m-1", null);

    assertThat(plan(query)).anyMatch(step -> step.contains("idx_activity_message_id"));
  }

  @Test
  void aTraceIsLookedUpAndNotSearchedFor() throws Exception {
    var query = new EntryQuery(QueryPage.Order.NEWEST_FIRST);
    query.ids(new IdRange(10, 1_000), null, new byte[16]);

    assertThat(plan(query))
        .anyMatch(step -> step.contains("idx_activity_trace") && step.contains("trace=?"));
  }

  @Test
  void aPageIsLookedUpByItsIds() throws Exception {
    var query = new EntryQuery(QueryPage.Order.OLDEST_FIRST);
    query.ids(new IdRange(10, 1_000), null, null);

    assertThat(plan(query))
        .anyMatch(step -> step.startsWith("SEARCH entry USING INTEGER PRIMARY KEY (rowid>"))
        .noneMatch(step -> step.contains("TEMP B-TREE"));
  }

  private List<String> plan(EntryQuery query) throws Exception {
    String sql = query.sql();
    for (String value : List.of("1", "2", "3")) {
      sql = sql.replaceFirst("\\?", value);
    }
    return log.sql("EXPLAIN QUERY PLAN " + sql).stream()
        .map(step -> String.valueOf(step.getLast()))
        .toList();
  }

  private List<Long> ids(Wanted wanted) throws Exception {
    return log.rows(wanted.filter()).stream().map(ActivityRow::id).toList();
  }

  /** A filter with named parts. */
  private record Wanted(
      @Nullable String actor,
      @Nullable String to,
      @Nullable String event,
      @Nullable String status,
      @Nullable Instant since,
      @Nullable Instant until,
      @Nullable Long before,
      @Nullable Long after,
      int limit) {

    Wanted() {
      this(null, null, null, null, null, null, null, null, 100);
    }

    Wanted actor(String actor) {
      return new Wanted(actor, to, event, status, since, until, before, after, limit);
    }

    Wanted to(String to) {
      return new Wanted(actor, to, event, status, since, until, before, after, limit);
    }

    Wanted event(String event) {
      return new Wanted(actor, to, event, status, since, until, before, after, limit);
    }

    Wanted status(String status) {
      return new Wanted(actor, to, event, status, since, until, before, after, limit);
    }

    Wanted since(Instant since) {
      return new Wanted(actor, to, event, status, since, until, before, after, limit);
    }

    Wanted until(Instant until) {
      return new Wanted(actor, to, event, status, since, until, before, after, limit);
    }

    Wanted before(long before) {
      return new Wanted(actor, to, event, status, since, until, before, after, limit);
    }

    Wanted after(long after) {
      return new Wanted(actor, to, event, status, since, until, before, after, limit);
    }

    Wanted limit(int limit) {
      return new Wanted(actor, to, event, status, since, until, before, after, limit);
    }

    ActivityFilter filter() {
      return new ActivityFilter(null, actor, to, event, status, since, until, before, after, limit);
    }
  }
}
