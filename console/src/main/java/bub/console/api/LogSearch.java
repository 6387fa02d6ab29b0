package bub.console.api;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.console.view.MessageViews.MessageRow;
import bub.console.watch.BackgroundTraffic;
import bub.console.watch.MessageJourney;
import bub.console.watch.PayloadGist;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One search of the log, in small ranges because it may hold millions of rows. One thread only. */
final class LogSearch {
  private static final Duration TIMEOUT = Duration.ofMillis(400);
  private static final int MOST_ROWS = ActivityFilter.MAX_LIMIT;
  private static final long FIRST_STRETCH = 2_000;
  private static final long LONGEST_STRETCH = 256_000;
  // The placeholder for an omitted payload is shorter.
  private static final int LONGEST_NOTE = 64;

  /**
   * Result of a search.
   *
   * @param hits matching rows, newest first
   * @param older position to continue; null when the log has no older rows
   * @param reached time of the last row seen; null unless the time limit ended the search
   * @param missing nodes of a cluster that did not answer
   */
  record Found(
      List<ActivityRow> hits,
      @Nullable Long older,
      long newer,
      boolean complete,
      @Nullable String reached,
      Set<String> missing) {

    Found(
        List<ActivityRow> hits,
        @Nullable Long older,
        long newer,
        boolean complete,
        @Nullable String reached) {
      this(hits, older, newer, complete, reached, Set.of());
    }
  }

  private final BusClient client;
  private final MessageQuery query;
  private final LongSupplier nanos;
  private final @Nullable TextMatch text;
  // A final status matches the row that ends a message; all else matches the row that begins it.
  private final String event;
  private final List<ActivityRow> hits = new ArrayList<>();
  private @Nullable String seen;

  LogSearch(BusClient client, MessageQuery query, LongSupplier nanos) {
    this.client = client;
    this.query = query;
    this.nanos = nanos;
    this.text = query.text() == null ? null : new TextMatch(query.text());
    this.event = isForEnd(query) ? MessageJourney.SEND_FINISH : MessageJourney.SEND_START;
  }

  static boolean isForEnd(MessageQuery query) {
    return query.status() != null && !query.status().equals(MessageRow.PENDING);
  }

  Found run() throws RpcException, NoAnswer, InterruptedException {
    List<ActivityRow> oldest = edge(query.since(), null, 0L);
    if (!oldest.isEmpty() && oldest.getFirst().node() != null) {
      return new ClusterLogSearch(client, query, this, nanos, oldest.getFirst()).run();
    }
    long floor = oldest.isEmpty() ? Long.MAX_VALUE : oldest.getFirst().id();
    return query.after() == null ? older(ceiling(), floor) : newer(query.after(), floor);
  }

  private Found older(long top, long floor) throws RpcException, NoAnswer, InterruptedException {
    long end = nanos.getAsLong() + TIMEOUT.toNanos();
    long high = top;
    long stretch = FIRST_STRETCH;
    while (high > floor && hits.size() < query.limit()) {
      if (nanos.getAsLong() - end > 0) {
        return new Found(hits, high, top - 1, false, seen);
      }
      long low = Math.max(floor, high - stretch);
      List<ActivityRow> rows = ask(low - 1, high, MOST_ROWS);
      if (rows.size() == MOST_ROWS) {
        // More rows than one answer holds: take the newest, without a lower bound.
        rows = ask(null, high, MOST_ROWS);
        low = Math.max(floor, rows.getFirst().id());
      } else {
        stretch = Math.min(stretch * 2, LONGEST_STRETCH);
      }
      ActivityRow last = keep(rows.reversed());
      high = last == null ? low : last.id();
    }
    boolean complete = high <= floor;
    return new Found(hits, complete ? null : (Long) high, top - 1, complete, null);
  }

  private Found newer(long after, long floor) throws RpcException, NoAnswer, InterruptedException {
    long end = nanos.getAsLong() + TIMEOUT.toNanos();
    long top = ceiling();
    long low = Math.max(Math.min(after, top - 1) + 1, floor);
    Long older = low > floor ? (Long) low : null;
    long stretch = FIRST_STRETCH;
    boolean isLate = false;
    while (low < top && hits.size() < query.limit() && !isLate) {
      long high = Math.min(top, low + stretch);
      List<ActivityRow> rows = ask(low - 1, high, MOST_ROWS);
      if (rows.size() == MOST_ROWS) {
        high = rows.getLast().id() + 1;
      } else {
        stretch = Math.min(stretch * 2, LONGEST_STRETCH);
      }
      ActivityRow last = keep(rows);
      low = last == null ? high : last.id() + 1;
      isLate = nanos.getAsLong() - end > 0;
    }
    boolean complete = low >= top;
    String reached = isLate && !complete ? seen : null;
    return new Found(hits.reversed(), older, Math.max(after, low - 1), complete, reached);
  }

  /** Returns the last hit at the limit, or null when more are wanted. */
  private @Nullable ActivityRow keep(List<ActivityRow> rows)
      throws RpcException, NoAnswer, InterruptedException {
    for (ActivityRow row : rows) {
      seen = row.ts();
      ActivityRow hit = hit(row);
      if (hit != null) {
        hits.add(hit);
        if (hits.size() == query.limit()) {
          return hit;
        }
      }
    }
    return null;
  }

  /** Returns the row with its payload if it matches, else null. */
  @Nullable ActivityRow hit(ActivityRow row) throws RpcException, NoAnswer, InterruptedException {
    if (!isNear(row)) {
      return null;
    }
    ActivityRow whole = whole(row);
    return isForEnd(query) || fits(whole) ? whole : null;
  }

  String event() {
    return event;
  }

  /** The bus omits payloads from a large answer, but returns most of them for a single row. */
  private ActivityRow whole(ActivityRow row) throws RpcException, NoAnswer, InterruptedException {
    boolean isLeftOut =
        row.payload() != null
            && row.payload().length() < LONGEST_NOTE
            && PayloadGist.of(row.payload()).omittedBytes() != null;
    if (!isLeftOut) {
      return row;
    }
    ActivityFilter alone = ActivityFilter.ofMessage(row.messageId()).after(row.id() - 1, 1);
    List<ActivityRow> found = client.activity(alone.on(row.node())).rows();
    return found.isEmpty() ? row : found.getFirst();
  }

  private boolean isNear(ActivityRow row) {
    return isInTime(row) && (query.from() == null || query.from().equals(row.actor()));
  }

  /** The row must begin a message. */
  boolean fits(ActivityRow row) {
    return (query.type() == null || query.type().equals(PayloadGist.of(row.payload()).type()))
        && (query.background() || !BackgroundTraffic.isBegunBy(row))
        && (text == null || text.matches(row));
  }

  private boolean isInTime(ActivityRow row) {
    if (query.since() == null && query.until() == null) {
      return true;
    }
    Instant at = Instant.parse(row.ts());
    return (query.since() == null || !at.isBefore(query.since()))
        && (query.until() == null || at.isBefore(query.until()));
  }

  private List<ActivityRow> ask(@Nullable Long after, long before, int limit)
      throws RpcException, NoAnswer, InterruptedException {
    String status = isForEnd(query) ? query.status() : null;
    return client
        .activity(
            new ActivityFilter(
                null, query.from(), query.to(), event, status, null, null, before, after, limit))
        .rows();
  }

  /** Returns the exclusive upper bound of the search. */
  private long ceiling() throws RpcException, NoAnswer, InterruptedException {
    Long before = query.before();
    if (before != null && (query.until() == null)) {
      return before;
    }
    List<ActivityRow> newest = edge(null, query.until(), null);
    long top = newest.isEmpty() ? 0 : newest.getLast().id() + 1;
    return before == null ? top : Math.min(before, top);
  }

  private List<ActivityRow> edge(
      @Nullable Instant since, @Nullable Instant until, @Nullable Long after)
      throws RpcException, NoAnswer, InterruptedException {
    return client
        .activity(new ActivityFilter(null, null, null, null, null, since, until, null, after, 1))
        .rows();
  }
}
