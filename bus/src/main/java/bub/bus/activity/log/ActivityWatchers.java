package bub.bus.activity.log;

import bub.bus.activity.event.ActivityEvent;
import bub.bus.activity.event.LogEntry;
import bub.bus.activity.query.PayloadBudget;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.trace.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Watchers that receive events as they happen, at most once per tick each. Hub thread only. */
final class ActivityWatchers {
  /** Rows per tick, more than a reader can follow; further rows are only counted. */
  private static final int MAX_ROWS = ActivityFilter.MAX_LIMIT;

  private final LiveRows liveRows;
  // A watcher may stop, or start another watch, during its callback.
  private final List<Watching> watches = new CopyOnWriteArrayList<>();

  ActivityWatchers(LiveRows liveRows) {
    this.liveRows = liveRows;
  }

  ActivityLog.Watch add(ActivityFilter filter, Consumer<ActivityRows> watcher) {
    var watching = new Watching(filter, watcher);
    watches.add(watching);
    return () -> watches.remove(watching);
  }

  void offer(List<LogEntry> entries) {
    if (watches.isEmpty()) {
      return;
    }
    for (LogEntry entry : entries) {
      offer(entry);
    }
  }

  private void offer(LogEntry entry) {
    // Create rows only for an entry that a watcher may want: it is the most expensive step.
    List<ActivityRow> rows = null;
    for (Watching watching : watches) {
      if (watching.mayWant(entry)) {
        if (rows == null) {
          rows = liveRows.of(entry);
        }
        rows.forEach(watching::offer);
      }
    }
  }

  void tell() {
    watches.forEach(Watching::tell);
  }

  private static final class Watching {
    private final ActivityFilter filter;
    private final Consumer<ActivityRows> watcher;
    private List<ActivityRow> rows = new ArrayList<>();
    private PayloadBudget budget = new PayloadBudget(PayloadBudget.ONE_MESSAGE);
    private long missed;

    Watching(ActivityFilter filter, Consumer<ActivityRows> watcher) {
      this.filter = filter;
      this.watcher = watcher;
    }

    boolean mayWant(LogEntry entry) {
      if (!filter.isSampled(entry.envelope().messageId().value()) || !isOfTrace(entry)) {
        return false;
      }
      String event = filter.event();
      if (event == null) {
        return true;
      }
      for (ActivityEvent each : entry.events()) {
        if (each.kind().word().equals(event)) {
          return true;
        }
      }
      return false;
    }

    private boolean isOfTrace(LogEntry entry) {
      String wanted = filter.trace();
      TraceId trace = entry.trace();
      return wanted == null || trace != null && trace.value().equals(wanted);
    }

    void offer(ActivityRow row) {
      if (!filter.matches(row)) {
        return;
      }
      if (rows.size() < MAX_ROWS) {
        rows.add(budget.fit(row));
      } else {
        missed++;
      }
    }

    void tell() {
      if (!rows.isEmpty()) {
        var batch = new ActivityRows(rows, missed);
        rows = new ArrayList<>();
        budget = new PayloadBudget(PayloadBudget.ONE_MESSAGE);
        missed = 0;
        watcher.accept(batch);
      }
    }
  }
}
