package bub.console.api;

import bub.console.view.CostViews.UseTable;
import bub.console.view.CostViews.UseView;
import bub.protocol.budget.UsageReport;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sums of a usage report by agent, chat and day. One thread only. */
final class UsageSums {
  private static final int MOST_ROWS = 100;
  // A browser's numbers are exact up to this one.
  private static final long MOST = (1L << 53) - 1;
  private static final Comparator<UseView> BY_USE =
      Comparator.comparing(UsageSums::cost)
          .thenComparingLong(use -> use.tokensIn() + use.tokensOut())
          .thenComparingLong(UseView::calls)
          .reversed()
          .thenComparing(UseView::name);

  private static final class Sum {
    private @Nullable BigDecimal cost;
    private long tokensIn;
    private long tokensOut;
    private long calls;
    private long unpriced;

    void add(UsageReport.Row row) {
      BigDecimal more = row.costUsd();
      if (more == null) {
        unpriced = plus(unpriced, row.calls());
      } else {
        cost = cost == null ? more : cost.add(more);
      }
      tokensIn = plus(tokensIn, row.tokensIn());
      tokensOut = plus(tokensOut, row.tokensOut());
      calls = plus(calls, row.calls());
    }

    UseView view(String name) {
      return new UseView(name, cost, tokensIn, tokensOut, calls, unpriced);
    }
  }

  private final LocalDate since;
  private final LocalDate last;
  private final Sum total = new Sum();
  private final Map<String, Sum> agents = new HashMap<>();
  private final Map<String, Sum> chats = new HashMap<>();
  private final NavigableMap<LocalDate, Sum> days = new TreeMap<>();

  UsageSums(LocalDate since, LocalDate today) {
    this.since = since;
    // The ledger may have another time zone, in which it is tomorrow already.
    this.last = today.plusDays(1);
    since.datesUntil(last).forEach(day -> days.put(day, new Sum()));
  }

  void add(UsageReport.Row row) {
    LocalDate day = day(row.day());
    if (day == null || day.isBefore(since)) {
      return;
    }
    total.add(row);
    agents.computeIfAbsent(row.agent(), _ -> new Sum()).add(row);
    chats.computeIfAbsent(row.chat(), _ -> new Sum()).add(row);
    // After a clock was set back, the ledger counts the use of days to come as use of today.
    days.computeIfAbsent(day.isAfter(last) ? last : day, _ -> new Sum()).add(row);
  }

  /** Returns null for a text that no ledger writes. */
  private static @Nullable LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException odd) {
      return null;
    }
  }

  private static long plus(long sum, long more) {
    return Math.min(MOST, sum + Math.clamp(more, 0, MOST));
  }

  private static BigDecimal cost(UseView use) {
    BigDecimal cost = use.costUsd();
    return cost == null ? BigDecimal.ZERO : cost;
  }

  /** Drops the days after {@code end}, which were not read. */
  void endAt(String end) {
    LocalDate day = day(end);
    if (day != null) {
      days.tailMap(day, false).clear();
    }
  }

  LocalDate until() {
    return days.isEmpty() ? since : days.lastKey();
  }

  UseView total() {
    return total.view("total");
  }

  UseTable agents() {
    return table(agents);
  }

  UseTable chats() {
    return table(chats);
  }

  private static UseTable table(Map<String, Sum> sums) {
    List<UseView> rows =
        sums.entrySet().stream()
            .map(sum -> sum.getValue().view(sum.getKey()))
            .sorted(BY_USE)
            .limit(MOST_ROWS)
            .toList();
    return new UseTable(rows, sums.size() - rows.size());
  }

  List<UseView> days() {
    return days.entrySet().stream()
        .map(sum -> sum.getValue().view(sum.getKey().toString()))
        .toList();
  }
}
