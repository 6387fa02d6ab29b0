package bub.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.JsonValue;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any message of a turn leads to the whole turn. */
class TraceReaderTest {
  private static final Instant SOON = LogRows.START.plusSeconds(10);
  private static final TraceId TRACE = TraceId.startedBy(new Address("term:1"), new MessageId("q"));

  private static @Nullable TurnTree read(LogRows log, String id) throws Exception {
    return new TraceReader(log::query).read(id, SOON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"q", "ask", "told", "call", "a", "step-1"})
  void anyMessageLeadsToTheTurn(String id) throws Exception {
    LogRows log = LogRows.scene();

    assertThat(read(log, id)).isEqualTo(new TurnTreeBuilder(TRACE).addAll(log.rows()).build(SOON));
  }

  @Test
  void theTraceIdLeadsToTheTurnWithItsFirstMessage() throws Exception {
    TurnTree tree = Objects.requireNonNull(read(LogRows.scene(), TRACE.value()));

    assertThat(Objects.requireNonNull(tree.root().message()).id()).isEqualTo("q");
    assertThat(tree.trace()).isEqualTo(TRACE);
  }

  @Test
  void otherTurnsAreLeftOut() throws Exception {
    LogRows log = LogRows.scene();
    log.message(3_000, "q2", "term:2", "agent:a", LogRows.said("tg_message", "Me too", null));
    log.message(3_100, "a2", "agent:a", "term:2", LogRows.said("tg_reply", "Yes", "q2"));

    assertThat(Objects.requireNonNull(read(log, "q2")).totals().messages()).isEqualTo(2);
    assertThat(Objects.requireNonNull(read(log, "q")).totals().messages()).isEqualTo(5);
  }

  @Test
  void aForgedCauseBringsInNobodysMessage() throws Exception {
    LogRows log = LogRows.scene();
    String forged =
        "{\"type\":\"note\",\"content\":{},\"cause\":\"unheard-of\",\"trace\":\"%s\"}"
            .formatted(LogRows.traceparent("term:1", "q"));
    log.message(2_100, "forged", "agent:x", "agent:y", forged);
    log.message(2_200, "unheard-of", "agent:z", "agent:y", LogRows.said("secret", "s", null));

    TurnTree tree = Objects.requireNonNull(read(log, "q"));
    assertThat(tree.spans()).noneMatch(span -> span.name().equals("secret"));
    assertThat(tree.spans()).anyMatch(span -> span.name().equals("note") && span.unlinked());
  }

  @Test
  void thousandsOfForgedCausesHideNoFirstMessageAndAreNotAllLookedUp() throws Exception {
    var log = new LogRows();
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    log.message(1, "a", "agent:a", "agent:b", LogRows.said("note", "", "q"));
    for (int i = 0; i < 2_000; i++) {
      String forged =
          "{\"type\":\"note\",\"content\":{},\"cause\":\"unheard-of-%d\",\"trace\":\"%s\"}"
              .formatted(i, LogRows.traceparent("term:1", "q"));
      log.start(2 + i, "forged-" + i, "agent:a", "agent:b", forged);
    }
    var lookups = new ArrayList<String>();
    ActivityPages.Query counted =
        filter -> {
          if (filter.trace() == null) {
            lookups.add(String.valueOf(filter.messageId()));
          }
          return log.query(filter);
        };

    TurnReading reading = Objects.requireNonNull(new TraceReader(counted).open(TRACE.value()));

    assertThat(lookups).hasSize(TurnReading.MAX_LOOKUPS).doesNotHaveDuplicates().startsWith("q");
    TurnTree tree = Objects.requireNonNull(reading.tree(SOON));
    assertThat(Objects.requireNonNull(tree.root().message()).id()).isEqualTo("q");
    lookups.clear();
    reading.refresh();
    assertThat(lookups).containsExactly("q");
  }

  @Test
  void anUnknownCauseIsTakenOnceAndAKnownOneNever() {
    var causes = new UnknownCauses();
    for (ActivityRow row : LogRows.scene().rows()) {
      causes.add(Objects.requireNonNull(TurnRow.of(row)));
    }
    assertThat(causes.next()).isNull();
    var log = new LogRows();
    log.start(0, "m1", "agent:a", "agent:b", LogRows.said("note", "", "lost"));
    log.start(1, "m2", "agent:a", "agent:b", LogRows.said("note", "", "late"));
    log.start(2, "m3", "agent:a", "agent:b", LogRows.said("note", "", "lost"));
    log.start(3, "late", "agent:a", "agent:b", LogRows.said("note", "", null));
    for (int i = 0; i < 2; i++) {
      log.rows().forEach(row -> causes.add(Objects.requireNonNull(TurnRow.of(row))));
      assertThat(causes.next()).isEqualTo(i == 0 ? "lost" : null);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "4bf92f3577b34da6a3ce929d0e0e4736"})
  void anUnknownIdHasNoTurn(String id) throws Exception {
    assertThat(read(LogRows.scene(), id)).isNull();
  }

  @Test
  void aLongTurnIsReadInPages() throws Exception {
    LogRows log = LogRows.scene();
    for (int i = 0; i < 3_000; i++) {
      log.step(2_500 + i, "agent:a", "q", "\"kind\":\"tool\",\"name\":\"t\",\"ms\":1");
    }

    TurnTree tree = Objects.requireNonNull(read(log, "a"));
    assertThat(tree.totals().steps()).isEqualTo(3_004);
    assertThat(tree.cut()).isFalse();
  }

  @Test
  void payloadsThatDidNotFitAreReadAgain() throws Exception {
    LogRows log = LogRows.scene();
    ActivityPages.Query tight = filter -> omitting(log.query(filter), filter);

    assertThat(new TraceReader(tight).read("a", SOON)).isEqualTo(read(log, "a"));
  }

  /** Has room for the payloads of two messages. */
  private static ActivityRows omitting(ActivityRows all, ActivityFilter filter) {
    List<ActivityRow> rows = all.rows();
    List<ActivityRow> order = filter.afterId() == null ? rows.reversed() : rows;
    var shown = new ArrayList<ActivityRow>();
    int left = 2;
    for (ActivityRow row : order) {
      boolean fits = row.payload() == null || left-- > 0;
      shown.add(fits ? row : withoutPayload(row));
    }
    return new ActivityRows(filter.afterId() == null ? shown.reversed() : shown, 0);
  }

  private static ActivityRow withoutPayload(ActivityRow row) {
    JsonValue note = out -> out.beginObject().field("omittedBytes", 9).endObject();
    return new ActivityRow(
        row.id(),
        row.ts(),
        row.event(),
        row.messageId(),
        row.rpcId(),
        row.actor(),
        row.to(),
        row.status(),
        note.toRaw(),
        row.error());
  }

  @Test
  void aRunningTurnGrows() throws Exception {
    var log = new LogRows();
    log.message(0, "q", "term:1", "agent:a", LogRows.said("tg_message", "Hi", null));
    TurnReading reading = Objects.requireNonNull(new TraceReader(log::query).open("q"));
    assertThat(Objects.requireNonNull(reading.tree(SOON)).running()).isTrue();

    log.message(50, "a", "agent:a", "term:1", LogRows.said("tg_reply", "Hello", "q"));
    reading.refresh();

    assertThat(Objects.requireNonNull(reading.tree(SOON)).running()).isFalse();
  }

  @Test
  void listsTheTurnsOfAPeriodNewestFirst() throws Exception {
    LogRows log = LogRows.scene();
    log.message(2_600, "tick", "agent:ticker", "agent:b", LogRows.said("tick", "", null));
    log.message(3_000, "q2", "term:2", "agent:a", LogRows.said("tg_message", "Me too", null));
    log.message(3_100, "a2", "agent:a", "term:2", LogRows.said("tg_reply", "Yes", "q2"));

    RecentTurns recent = new TraceReader(log::query).recent(LogRows.START, SOON);

    assertThat(recent.cutAt()).isNull();
    assertThat(recent.turns()).extracting(TurnSummary::messageId).containsExactly("q2", "q");
    TurnSummary first = recent.turns().getLast();
    assertThat(first).isEqualTo(Objects.requireNonNull(read(log, "q")).summary());
    assertThat(first.error()).isEqualTo("late");
    assertThat(first.text()).isEqualTo("What is new?");
    assertThat(recent.turns().getFirst().duration()).isEqualTo(Duration.ofMillis(101));
  }

  @Test
  void saysHowFarItLookedBackOnABusyBus() throws Exception {
    var log = new LogRows();
    for (int i = 0; i < 13_000; i++) {
      log.message(i, "m" + i, "agent:a", "agent:b", LogRows.said("tick", "", null));
    }

    RecentTurns recent = new TraceReader(log::query).recent(LogRows.START, SOON);

    assertThat(recent.turns()).isEmpty();
    assertThat(recent.cutAt()).isAfter(LogRows.START);
  }
}
