package bub.bus.activity.query;

import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.util.ArrayList;
import java.util.List;

/** Result rows of one query, in the order in which they are found. One thread only. */
final class QueryPage {
  enum Order {
    OLDEST_FIRST,
    NEWEST_FIRST;

    static Order of(ActivityFilter filter) {
      return filter.afterId() == null ? NEWEST_FIRST : OLDEST_FIRST;
    }
  }

  private final Order order;
  private final int limit;
  private final PayloadBudget budget;
  private final List<ActivityRow> rows = new ArrayList<>();

  QueryPage(ActivityFilter filter, PayloadBudget budget) {
    this.order = Order.of(filter);
    this.limit = filter.limit();
    this.budget = budget;
  }

  Order order() {
    return order;
  }

  boolean isFull() {
    return rows.size() >= limit;
  }

  void add(ActivityRow row) {
    rows.add(budget.fit(row));
  }

  ActivityRows rows() {
    List<ActivityRow> oldestFirst =
        switch (order) {
          case OLDEST_FIRST -> rows;
          case NEWEST_FIRST -> rows.reversed();
        };
    return new ActivityRows(List.copyOf(oldestFirst), 0);
  }
}
