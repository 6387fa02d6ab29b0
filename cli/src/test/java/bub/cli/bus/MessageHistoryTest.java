package bub.cli.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Pages of events are grouped by message, whatever the limit. */
class MessageHistoryTest {
  private final List<ActivityRow> log = new ArrayList<>();

  private void event(String message, String event, String actor, String status) {
    event(message, event, actor, status, RawJson.EMPTY_OBJECT);
  }

  private void event(String message, String event, String actor, String status, RawJson payload) {
    log.add(
        new ActivityRow(
            log.size() + 1,
            "2026-02-17T12:00:00.%06dZ".formatted(log.size() % 1_000_000),
            event,
            message,
            null,
            actor,
            "agent:worker",
            status,
            event.equals("send_start") ? payload : null,
            null));
  }

  /** Two at a time, so that their events alternate. */
  private void pair(int number) {
    for (String event : List.of("send_start", "process_start", "process_finish", "send_finish")) {
      for (String message : List.of("m-" + number, "m-" + (number + 1))) {
        boolean starts = event.endsWith("start");
        event(
            message, event, event.startsWith("send") ? "tg:1" : "agent:w", starts ? "start" : "ok");
      }
    }
  }

  /** Answers as the bus does: the newest before an id, oldest first, at most a thousand. */
  private ActivityRows query(ActivityFilter filter) {
    assertThat(filter.limit()).isLessThanOrEqualTo(ActivityFilter.MAX_LIMIT);
    Long before = filter.beforeId();
    Long after = filter.afterId();
    List<ActivityRow> fitting =
        log.stream()
            .filter(row -> before == null || row.id() < before)
            .filter(row -> after == null || row.id() > after)
            .filter(filter::matches)
            .toList();
    int from = after == null ? Math.max(0, fitting.size() - filter.limit()) : 0;
    return new ActivityRows(
        fitting.subList(from, Math.min(fitting.size(), from + filter.limit())), 0);
  }

  private List<String> newest(ActivityFilter filter, int limit) throws Exception {
    var ids = new ArrayList<String>();
    new MessageHistory(this::query, false)
        .messages(
            filter,
            limit,
            message -> {
              assertThat(message.isFinished()).isTrue();
              ids.addFirst(message.events().getFirst().messageId());
            });
    return ids;
  }

  @Test
  void findsAsManyMessagesAsAreAskedFor() throws Exception {
    for (int i = 0; i < 5_000; i += 2) {
      pair(i);
    }
    List<String> all = newest(ActivityFilter.everything(), 200_000);
    assertThat(all).hasSize(5_000).startsWith("m-0", "m-1").endsWith("m-4998", "m-4999");
    assertThat(newest(ActivityFilter.everything(), 1_001)).isEqualTo(all.subList(3_999, 5_000));
  }

  @Test
  void aFilterFindsTheWholeOfAMessage() throws Exception {
    pair(0);
    event("m-late", "send_start", "tg:2", "start");
    event("m-late", "process_start", "agent:slow", "start");
    event("m-late", "process_finish", "agent:slow", "timeout");
    event("m-late", "send_finish", "tg:2", "error");
    pair(2);

    ActivityFilter slow = filter("agent:slow", null);
    assertThat(newest(slow, 10)).containsExactly("m-late");
    assertThat(newest(filter(null, "timeout"), 10)).containsExactly("m-late");
    assertThat(newest(filter("agent:slow", "ok"), 10)).isEmpty();
  }

  private static ActivityFilter filter(@Nullable String actor, @Nullable String status) {
    return new ActivityFilter(null, actor, null, null, status, null, null, null, null, 1);
  }

  @Test
  void aMessageThatIsNotFinishedIsOpen() throws Exception {
    event("m-1", "send_start", "tg:1", "start");
    var found = new ArrayList<LoggedMessage>();
    new MessageHistory(this::query, false).messages(ActivityFilter.everything(), 10, found::add);

    Fields message = RawJson.parse(found.getFirst().json()).fields();
    assertThat(message.string("status")).isEqualTo("open");
    assertThat(message.require("tookMs").isNull()).isTrue();
    assertThat(message.require("acks").elements()).isEmpty();
  }

  @Test
  void whatHappensNowIsShownWhenItIsFinished() {
    var shown = new ArrayList<String>();
    var live = new LiveMessages(message -> shown.add(message.events().getFirst().messageId()));
    pair(0);
    event("m-9", "send_start", "tg:1", "start");
    log.forEach(live::add);

    assertThat(shown).containsExactly("m-0", "m-1");
  }

  private void progress(String message, String event) throws Exception {
    RawJson payload =
        RawJson.parse("{\"type\":\"agent_event\",\"content\":{\"event\":\"%s\"}}".formatted(event));
    event(message, "send_start", "agent:w", "start", payload);
    event(message, "send_finish", "agent:w", "no_recipient");
  }

  @Test
  void progressIsFoldedAndDoesNotCountTowardsTheLimit() throws Exception {
    pair(0);
    for (int i = 0; i < 1_000; i++) {
      progress("p-" + i, List.of("step", "typing", "partial").get(i % 3));
    }
    pair(2);

    var shown = new ArrayList<String>();
    var history = new MessageHistory(this::query, true);
    history.messages(
        ActivityFilter.everything(),
        3,
        message -> shown.addFirst(message.events().getFirst().messageId()));
    assertThat(shown).containsExactly("m-1", "m-2", "m-3");
    assertThat(history.folded()).isEqualTo(1_000);
    assertThat(newest(ActivityFilter.everything(), 3)).containsExactly("p-999", "m-2", "m-3");
  }

  @Test
  void progressIsAlsoFoldedByAFilter() throws Exception {
    pair(0);
    progress("p-1", "step");

    var shown = new ArrayList<String>();
    var history = new MessageHistory(this::query, true);
    history.messages(
        filter(null, "no_recipient"),
        10,
        message -> shown.add(message.events().getFirst().messageId()));
    assertThat(shown).isEmpty();
    assertThat(history.folded()).isEqualTo(1);
    assertThat(newest(filter(null, "no_recipient"), 10)).containsExactly("p-1");
  }

  @Test
  void progressIsFoldedWhenAPageWasTooLargeForItsPayload() throws Exception {
    progress("p-1", "partial");
    event("m-1", "send_start", "tg:1", "start", RawJson.parse("{\"type\":\"note\"}"));
    event("m-1", "send_finish", "tg:1", "ok");

    var shown = new ArrayList<String>();
    var history = new MessageHistory(this::queryOfLargeMessages, true);
    history.messages(
        ActivityFilter.everything(),
        10,
        message -> shown.add(String.valueOf(message.events().getFirst().payload())));
    assertThat(shown).containsExactly("{\"type\":\"note\"}");
    assertThat(history.folded()).isEqualTo(1);
  }

  /** Answers as the bus does when only one payload fits. */
  private ActivityRows queryOfLargeMessages(ActivityFilter filter) throws Exception {
    ActivityRows rows = query(filter);
    if (filter.limit() == 1) {
      return rows;
    }
    var without = new ArrayList<ActivityRow>();
    for (ActivityRow row : rows.rows()) {
      without.add(
          new ActivityRow(
              row.id(),
              row.ts(),
              row.event(),
              row.messageId(),
              null,
              row.actor(),
              row.to(),
              row.status(),
              row.payload() == null ? null : RawJson.parse("{\"omittedBytes\":70000}"),
              null));
    }
    return new ActivityRows(without, 0);
  }
}
