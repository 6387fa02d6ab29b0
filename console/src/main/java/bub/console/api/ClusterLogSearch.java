package bub.console.api;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.console.watch.LogKey;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.LogPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One search of the logs of all nodes, in short periods because they may hold millions of rows. Its
 * positions are times, because each node counts its own rows. One thread only.
 */
final class ClusterLogSearch {
  private static final Duration TIMEOUT = Duration.ofMillis(600);
  private static final long FIRST_PERIOD = Duration.ofMinutes(1).toNanos() / 1_000;
  private static final long LONGEST_PERIOD = Duration.ofDays(30).toNanos() / 1_000;

  /** Rows of a node are in the order in which they were written, up to this long after. */
  private static final long DISORDER = Duration.ofMillis(500).toNanos() / 1_000;

  private final BusClient client;
  private final MessageQuery query;
  private final LogSearch match;
  private final LongSupplier nanos;
  private final long floor;
  private final TreeSet<String> missing = new TreeSet<>();
  private final List<ActivityRow> hits = new ArrayList<>();
  private long end;
  private boolean isLate;
  private @Nullable String seen;

  ClusterLogSearch(
      BusClient client,
      MessageQuery query,
      LogSearch match,
      LongSupplier nanos,
      ActivityRow oldest) {
    this.client = client;
    this.query = query;
    this.match = match;
    this.nanos = nanos;
    this.floor = LogKey.micros(oldest) - DISORDER;
  }

  LogSearch.Found run() throws RpcException, NoAnswer, InterruptedException {
    end = nanos.getAsLong() + TIMEOUT.toNanos();
    return query.after() == null ? older(ceiling()) : newer(query.after(), ceiling());
  }

  /** Returns the exclusive upper bound of the search, as a key. */
  private long ceiling() throws RpcException, NoAnswer, InterruptedException {
    if (query.before() != null && query.until() == null) {
      return query.before();
    }
    var newest =
        new ActivityFilter(null, null, null, null, null, null, query.until(), null, null, 1);
    List<ActivityRow> rows = ask(newest).rows();
    long top = rows.isEmpty() ? 0 : LogKey.at(LogKey.micros(rows.getLast()) + DISORDER);
    return query.before() == null ? top : Math.min(query.before(), top);
  }

  private LogSearch.Found older(long top) throws RpcException, NoAnswer, InterruptedException {
    long high = LogKey.microsOf(top) + 1;
    long period = FIRST_PERIOD;
    while (high > floor && hits.size() < query.limit() && !isLate) {
      long low = Math.max(floor, high - period);
      high = backwards(low, high, top);
      period = Math.min(period * 2, LONGEST_PERIOD);
    }
    hits.sort(Comparator.comparingLong(LogKey::of).reversed());
    if (hits.size() > query.limit()) {
      // Rows with the same key stay together, because the next page begins below it.
      long cut = LogKey.of(hits.get(query.limit() - 1));
      hits.removeIf(hit -> LogKey.of(hit) < cut);
      return found(hits, cut, top - 1, false, null);
    }
    if (isLate) {
      // Rows of the last microsecond may be missing, so the next page has all of them.
      long reached = LogKey.at(high + 1);
      hits.removeIf(hit -> LogKey.of(hit) < reached);
      return found(hits, reached, top - 1, false, seen);
    }
    boolean complete = high <= floor;
    return found(hits, complete ? null : (Long) LogKey.at(high), top - 1, complete, null);
  }

  /** Reads the rows of a period, newest first; returns the time that it has reached. */
  private long backwards(long low, long high, long top)
      throws RpcException, NoAnswer, InterruptedException {
    LogPosition place = null;
    long reached = high;
    while (true) {
      ActivityRows page = ask(filter(low, high).beforePlace(place, ActivityFilter.MAX_LIMIT));
      if (page.rows().isEmpty()) {
        return low;
      }
      for (ActivityRow row : page.rows().reversed()) {
        reached = Math.min(reached, LogKey.micros(row));
        take(row, 0, top);
      }
      place = LogPosition.before(page.rows(), place);
      long cut = hits.size() <= query.limit() ? 0 : cut(Comparator.reverseOrder());
      if (cut > 0 && reached < LogKey.microsOf(cut) - DISORDER) {
        return reached;
      }
      if (nanos.getAsLong() - end > 0) {
        isLate = true;
        return reached;
      }
    }
  }

  private LogSearch.Found newer(long after, long top)
      throws RpcException, NoAnswer, InterruptedException {
    long low = Math.max(LogKey.microsOf(after), floor);
    Long older = low > floor ? (Long) (after + 1) : null;
    long last = LogKey.microsOf(top) + 1;
    long period = FIRST_PERIOD;
    while (low < last && hits.size() < query.limit() && !isLate) {
      low = forwards(low, Math.min(last, low + period), after, top);
      period = Math.min(period * 2, LONGEST_PERIOD);
    }
    hits.sort(Comparator.comparingLong(LogKey::of));
    if (hits.size() > query.limit()) {
      long cut = LogKey.of(hits.get(query.limit() - 1));
      hits.removeIf(hit -> LogKey.of(hit) > cut);
      return found(hits.reversed(), older, cut, false, null);
    }
    if (isLate) {
      long reached = LogKey.at(low);
      hits.removeIf(hit -> LogKey.of(hit) >= reached);
      return found(hits.reversed(), older, Math.max(after, reached - 1), false, seen);
    }
    boolean complete = low >= last;
    long newest = complete ? Math.max(after, top - 1) : Math.max(after, LogKey.at(low) - 1);
    return found(hits.reversed(), older, newest, complete, null);
  }

  /** Reads the rows of a period, oldest first; returns the time that it has reached. */
  private long forwards(long low, long high, long after, long top)
      throws RpcException, NoAnswer, InterruptedException {
    LogPosition place = null;
    long reached = low;
    while (true) {
      ActivityRows page = ask(filter(low, high).afterPlace(place, ActivityFilter.MAX_LIMIT));
      if (page.rows().isEmpty()) {
        return high;
      }
      for (ActivityRow row : page.rows()) {
        reached = Math.max(reached, LogKey.micros(row));
        take(row, after + 1, top);
      }
      place = LogPosition.after(page.rows(), place);
      long cut = hits.size() <= query.limit() ? 0 : cut(Comparator.naturalOrder());
      if (cut > 0 && reached > LogKey.microsOf(cut) + DISORDER) {
        return reached;
      }
      if (nanos.getAsLong() - end > 0) {
        isLate = true;
        return reached;
      }
    }
  }

  /** Returns the key of the last hit that fits into the answer. */
  private long cut(Comparator<Long> order) {
    return hits.stream()
        .map(LogKey::of)
        .sorted(order)
        .skip(query.limit() - 1L)
        .findFirst()
        .orElse(0L);
  }

  private void take(ActivityRow row, long least, long top)
      throws RpcException, NoAnswer, InterruptedException {
    seen = row.ts();
    long key = LogKey.of(row);
    ActivityRow hit = key < least || key >= top ? null : match.hit(row);
    if (hit != null) {
      hits.add(hit);
    }
  }

  private LogSearch.Found found(
      List<ActivityRow> rows,
      @Nullable Long older,
      long newer,
      boolean complete,
      @Nullable String reached) {
    return new LogSearch.Found(rows, older, newer, complete, reached, missing);
  }

  private ActivityFilter filter(long low, long high) {
    String status = LogSearch.isForEnd(query) ? query.status() : null;
    return new ActivityFilter(
        null,
        query.from(),
        query.to(),
        match.event(),
        status,
        LogKey.time(low),
        LogKey.time(high),
        null,
        null,
        ActivityFilter.MAX_LIMIT);
  }

  private ActivityRows ask(ActivityFilter filter)
      throws RpcException, NoAnswer, InterruptedException {
    ActivityRows rows = client.activity(filter);
    missing.addAll(rows.missingNodes());
    return rows;
  }
}
