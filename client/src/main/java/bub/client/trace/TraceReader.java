package bub.client.trace;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.LogPosition;
import bub.protocol.trace.TraceId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reader of turns from the activity log of a bus. Blocks; safe for any thread. */
public final class TraceReader {
  /** A turn with more messages is cut. */
  public static final int MAX_MESSAGES = 20_000;

  private static final int MAX_RECENT_ROWS = 50_000;
  private static final int MAX_CAUSES = 64;

  private final ActivityPages pages;

  public TraceReader(BusClient client) {
    this(client::activity);
  }

  public TraceReader(ActivityPages.Query log) {
    this.pages = new ActivityPages(log);
  }

  /** Returns the turn of a trace id or a message id; null when the log has neither. */
  public @Nullable TurnTree read(String id, Instant now)
      throws RpcException, NoAnswer, InterruptedException {
    TurnReading reading = open(id);
    return reading == null ? null : reading.tree(now);
  }

  /** Same as {@link #read}, for a turn that may still be running. */
  public @Nullable TurnReading open(String id) throws RpcException, NoAnswer, InterruptedException {
    TraceId trace = TraceId.parse(id);
    TurnReading reading = trace == null ? null : readingOf(trace);
    return reading == null || reading.isEmpty() ? openMessage(id) : reading;
  }

  private TurnReading readingOf(TraceId trace) throws RpcException, NoAnswer, InterruptedException {
    var reading = new TurnReading(pages, trace, MAX_MESSAGES);
    reading.refresh();
    return reading;
  }

  private @Nullable TurnReading openMessage(String id)
      throws RpcException, NoAnswer, InterruptedException {
    List<ActivityRow> rows = pages.ofMessage(id);
    if (rows.isEmpty()) {
      return null;
    }
    TurnReading last = null;
    for (TraceId trace : candidates(id, rows)) {
      last = readingOf(trace);
      if (last.has(id)) {
        return last;
      }
    }
    if (last != null) {
      last.addMessage(id, rows);
    }
    return last;
  }

  /**
   * Returns the traces that the message may belong to, the most likely first: the one that it
   * names, those of its causes, and the one that it starts.
   */
  private Set<TraceId> candidates(String id, List<ActivityRow> rows)
      throws RpcException, NoAnswer, InterruptedException {
    var traces = new LinkedHashSet<TraceId>();
    var seen = new HashSet<String>(Set.of(id));
    TurnRow first = start(rows);
    TurnRow at = first;
    while (at != null) {
      if (!at.equals(first) || at.content().trace() != null) {
        add(traces, at);
      }
      String cause = at.content().cause();
      at =
          cause != null && seen.size() < MAX_CAUSES && seen.add(cause)
              ? start(pages.ofMessage(cause))
              : null;
    }
    if (first != null && first.content().trace() == null) {
      add(traces, first);
    }
    return traces;
  }

  private static void add(Set<TraceId> traces, TurnRow start) {
    TraceId trace = TurnReading.traceOf(start);
    if (trace != null) {
      traces.add(trace);
    }
  }

  /** Ids repeat: the newest message with this id counts. */
  private static @Nullable TurnRow start(List<ActivityRow> rows) {
    for (ActivityRow row : rows.reversed()) {
      TurnRow brief = TurnRow.of(row);
      if (brief != null && brief.isStart()) {
        return brief;
      }
    }
    return null;
  }

  /**
   * Returns the turns since a time, newest first. It reads a limited number of rows, so on a busy
   * bus it may not reach back to {@code since}.
   */
  public RecentTurns recent(Instant since, Instant now)
      throws RpcException, NoAnswer, InterruptedException {
    var filter =
        new ActivityFilter(
            null, null, null, null, null, since, null, null, null, ActivityFilter.MAX_LIMIT);
    Deque<TurnRow> rows = new ArrayDeque<>();
    LogPosition before = null;
    int read = 0;
    while (read < MAX_RECENT_ROWS) {
      List<ActivityRow> page = pages.before(filter, before);
      if (page.isEmpty()) {
        break;
      }
      read += page.size();
      for (ActivityRow row : page.reversed()) {
        TurnRow brief = TurnRow.of(row);
        if (brief != null) {
          rows.addFirst(brief);
        }
      }
      before = LogPosition.before(page, before);
    }
    boolean isCut = read >= MAX_RECENT_ROWS && !rows.isEmpty();
    return new RecentTurns(
        new TurnGroups(new ArrayList<>(rows)).summaries(now),
        isCut ? TurnRow.time(rows.getFirst().micros()) : null);
  }
}
