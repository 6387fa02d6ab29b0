package bub.client.trace;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A turn whose rows are in the logs of two nodes, which count their own rows. */
class ClusterTurnTest {
  private static final Instant START = Instant.parse("2026-02-17T12:00:00Z");

  private final List<ActivityRow> rows = new ArrayList<>();

  private void log(
      String node, long id, int second, String event, String actor, @Nullable RawJson payload) {
    boolean isStart = event.endsWith("_start");
    rows.add(
        new ActivityRow(
            id,
            START.plusSeconds(second).toString(),
            event,
            "m1",
            "7",
            actor,
            "agent:b",
            isStart ? "start" : "ok",
            payload,
            null,
            node));
  }

  private void logMessage(int secondsAhead) {
    RawJson hello = LogRows.json(LogRows.said("tg_message", "hello", null));
    log("n1", 1, 1, "send_start", "tg:1", hello);
    log("n2", 1, 2 + secondsAhead, "process_start", "agent:b", null);
    log("n2", 2, 3 + secondsAhead, "process_finish", "agent:b", null);
    log("n1", 2, 4, "send_finish", "tg:1", null);
    rows.sort(Comparator.comparing(ActivityRow::ts));
  }

  /** As a cluster: by time, and with a page that ends before the last row. */
  private ActivityRows query(ActivityFilter filter) {
    assertThat(filter.needsNode()).isFalse();
    List<ActivityRow> found =
        filter.trace() != null ? List.of() : rows.stream().filter(filter::matches).toList();
    return new ActivityRows(
        found.stream().filter(row -> isBefore(row, filter) && isAfter(row, filter)).toList(), 0);
  }

  private static boolean isBefore(ActivityRow row, ActivityFilter filter) {
    Long before = filter.before() == null ? null : filter.before().on(String.valueOf(row.node()));
    return before == null || row.id() < before;
  }

  private static boolean isAfter(ActivityRow row, ActivityFilter filter) {
    Long after = filter.after() == null ? null : filter.after().on(String.valueOf(row.node()));
    return after == null || row.id() > after;
  }

  private TurnTree read() throws Exception {
    return requireNonNull(new TraceReader(this::query).read("m1", START.plusSeconds(60)));
  }

  @Test
  void rowsWithTheSameIdOnTwoNodesAreDifferentRows() throws Exception {
    logMessage(0);

    TurnTree tree = read();

    assertThat(tree.totals().messages()).isEqualTo(1);
    assertThat(requireNonNull(tree.root().message()).delivered()).isEqualTo(START.plusSeconds(2));
  }

  @Test
  void aClockThatIsBehindDoesNotSplitAMessage() throws Exception {
    logMessage(-3_600);

    TurnTree tree = read();

    assertThat(tree.totals().messages()).isEqualTo(1);
    assertThat(tree.start()).isEqualTo(START.plusSeconds(1));
    assertThat(requireNonNull(tree.root().message()).text()).isEqualTo("hello");
  }

  @Test
  void listsTheTurnOnce() throws Exception {
    logMessage(-3_600);

    RecentTurns recent =
        new TraceReader(this::query).recent(START.minusSeconds(7_200), START.plusSeconds(60));

    assertThat(recent.turns()).hasSize(1);
  }
}
