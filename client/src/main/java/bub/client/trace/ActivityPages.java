package bub.client.trace;

import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.LogPosition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Activity log read in pages, none of which lacks a payload: causes are in the payloads. The bus
 * omits payloads that do not fit into one answer, so a page ends before the first of those.
 */
public final class ActivityPages {
  /** Query of the activity log, such as {@code BusClient::activity}. */
  @FunctionalInterface
  public interface Query {
    ActivityRows rows(ActivityFilter filter) throws RpcException, NoAnswer, InterruptedException;
  }

  private static final int MAX_PAGES_OF_MESSAGE = 16;

  private final Query query;

  ActivityPages(Query query) {
    this.query = query;
  }

  /** Returns the oldest rows, or the oldest after a place, oldest first. */
  List<ActivityRow> after(ActivityFilter filter, @Nullable LogPosition place)
      throws RpcException, NoAnswer, InterruptedException {
    List<ActivityRow> rows = query.rows(filter.afterPlace(place, ActivityFilter.MAX_LIMIT)).rows();
    // A payload that fits no answer is omitted even in the first row.
    for (int i = 1; i < rows.size(); i++) {
      if (TurnRow.isOmitted(rows.get(i))) {
        return rows.subList(0, i);
      }
    }
    return rows;
  }

  /** Returns the newest rows, or the newest before a place, oldest first. */
  List<ActivityRow> before(ActivityFilter filter, @Nullable LogPosition place)
      throws RpcException, NoAnswer, InterruptedException {
    List<ActivityRow> rows = query.rows(filter.beforePlace(place, ActivityFilter.MAX_LIMIT)).rows();
    for (int i = rows.size() - 2; i >= 0; i--) {
      if (TurnRow.isOmitted(rows.get(i))) {
        return rows.subList(i + 1, rows.size());
      }
    }
    return rows;
  }

  /** Returns the rows of one message, oldest first; without its payload if that fits no answer. */
  List<ActivityRow> ofMessage(String id) throws RpcException, NoAnswer, InterruptedException {
    ActivityFilter filter = ActivityFilter.ofMessage(id);
    List<ActivityRow> rows = query.rows(filter.before(null, ActivityFilter.MAX_LIMIT)).rows();
    if (rows.stream().noneMatch(TurnRow::isOmitted)) {
      return rows;
    }
    List<ActivityRow> all = List.of();
    LogPosition end = null;
    for (int i = 0; i < MAX_PAGES_OF_MESSAGE; i++) {
      List<ActivityRow> page = before(filter, end);
      if (page.isEmpty()) {
        break;
      }
      var longer = new ArrayList<>(page);
      longer.addAll(all);
      all = longer;
      end = LogPosition.before(page, end);
    }
    return all;
  }
}
