package bub.bus.activity.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builder of a query of the table {@code entry}. */
final class EntryQuery {
  private final QueryPage.Order order;
  private final List<String> conditions = new ArrayList<>();
  private final List<Object> values = new ArrayList<>();

  EntryQuery(QueryPage.Order order) {
    this.order = order;
  }

  void ids(IdRange range, @Nullable String messageId, byte @Nullable [] trace) {
    // The plus stops SQLite from scanning the ids when it can look up the message or the trace.
    String id = messageId == null && trace == null ? "id" : "+id";
    if (messageId != null) {
      where("message_id = ?", messageId);
    }
    if (trace != null) {
      where("trace = ?", trace);
    }
    where(id + " <= ?", range.high());
    // An entry that begins before the range may extend into it.
    where(id + " >= ifnull((SELECT max(id) FROM entry WHERE id <= ?), 0)", range.low());
  }

  void where(String condition, Object value) {
    conditions.add(condition);
    values.add(value);
  }

  PreparedStatement prepare(Connection connection) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql());
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
    return statement;
  }

  String sql() {
    return "SELECT id, ts, message_id, target, events, payload FROM entry WHERE "
        + String.join(" AND ", conditions)
        + switch (order) {
          case OLDEST_FIRST -> " ORDER BY id";
          case NEWEST_FIRST -> " ORDER BY id DESC";
        };
  }
}
