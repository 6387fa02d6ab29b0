package bub.bus.inspect;

import bub.bus.activity.query.PayloadBudget;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Merge of the rows of several nodes by time. The rows of one node keep their order, because a
 * reader continues after the last row that it has of each node.
 */
final class ActivityMerge {
  private static final Comparator<ActivityRow> BY_TIME =
      Comparator.comparing(ActivityRow::ts)
          .thenComparing(row -> String.valueOf(row.node()))
          .thenComparingLong(ActivityRow::id);

  private ActivityMerge() {}

  /** Returns at most {@code limit} rows, oldest first: the oldest ones, or the newest ones. */
  static ActivityRows of(NodeParts<ActivityRows> nodes, boolean oldest, int limit) {
    if (nodes.isSingle()) {
      return nodes.parts().getFirst().value();
    }
    var queues = new ArrayList<Deque<ActivityRow>>();
    long missed = 0;
    for (NodeParts.Part<ActivityRows> part : nodes.parts()) {
      List<ActivityRow> rows = part.value().rows();
      var queue = new ArrayDeque<ActivityRow>(rows.size());
      for (ActivityRow row : oldest ? rows : rows.reversed()) {
        queue.add(row.on(part.node()));
      }
      queues.add(queue);
      missed += part.value().missed();
    }
    List<ActivityRow> rows = merge(queues, oldest ? BY_TIME : BY_TIME.reversed(), limit);
    return new ActivityRows(oldest ? rows : rows.reversed(), missed, nodes.missing());
  }

  private static List<ActivityRow> merge(
      List<Deque<ActivityRow>> queues, Comparator<ActivityRow> order, int limit) {
    // Each node kept to the limit on its own; together they must keep to it, too.
    var budget = new PayloadBudget(PayloadBudget.ONE_MESSAGE);
    var merged = new ArrayList<ActivityRow>();
    while (merged.size() < limit) {
      Deque<ActivityRow> next = null;
      for (Deque<ActivityRow> queue : queues) {
        if (!queue.isEmpty()
            && (next == null || order.compare(queue.getFirst(), next.getFirst()) < 0)) {
          next = queue;
        }
      }
      if (next == null) {
        break;
      }
      merged.add(budget.fit(next.removeFirst()));
    }
    return merged;
  }
}
