package bub.bus.activity.query;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.bus.activity.event.EventKind;
import bub.bus.activity.event.Timestamps;
import bub.bus.activity.file.TraceColumn;
import bub.json.RawJson;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.trace.TraceId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Search through one file of the log for the events of a query. Reader thread only. */
final class FileScan {
  private final Connection connection;
  private final AddressNames names;
  private final ActivityFilter filter;
  private final IdRange ids;
  private final TimeRange times;
  private long actor;

  FileScan(Connection connection, AddressNames names, ActivityFilter filter, IdRange ids) {
    this.connection = connection;
    this.names = names;
    this.filter = filter;
    this.ids = ids;
    this.times = TimeRange.of(filter);
  }

  void into(QueryPage page, QueryDeadline deadline) throws SQLException {
    EntryQuery query = query(page.order());
    if (query == null) {
      return;
    }
    try (PreparedStatement statement = query.prepare(connection);
        ResultSet entries = statement.executeQuery()) {
      while (!page.isFull() && entries.next()) {
        deadline.step();
        add(entries, page);
      }
    }
  }

  /** Returns the query for rows that may have matching events; null when this file has none. */
  private @Nullable EntryQuery query(QueryPage.Order order) throws SQLException {
    byte[] trace = null;
    if (filter.trace() != null) {
      TraceId wanted = TraceId.parse(filter.trace());
      if (wanted == null || !TraceColumn.isIn(connection)) {
        return null;
      }
      trace = TraceColumn.value(wanted);
    }
    var query = new EntryQuery(order);
    IdRange range = times.isUnbounded() ? ids : times.narrow(ids, connection);
    if (range.isEmpty()) {
      return null;
    }
    query.ids(range, filter.messageId(), trace);
    if (filter.to() != null) {
      long target = names.id(filter.to());
      if (target == 0) {
        return null;
      }
      query.where("target = ?", target);
    }
    if (filter.actor() != null) {
      actor = names.id(filter.actor());
      if (actor == 0) {
        return null;
      }
      // An event holds the number of its actor between two commas.
      query.where("instr(events, ?) > 0", ("," + actor + ",").getBytes(US_ASCII));
    }
    return query;
  }

  private void add(ResultSet entry, QueryPage page) throws SQLException {
    long id = entry.getLong("id");
    List<StoredEvent> events = StoredEvent.readAll(entry.getBytes("events"), entry.getLong("ts"));
    var found = new ArrayList<ActivityRow>(events.size());
    for (int i = 0; i < events.size(); i++) {
      if (ids.contains(id + i) && isWanted(events.get(i))) {
        found.add(row(entry, id + i, events.get(i)));
      }
    }
    List<ActivityRow> inOrder =
        switch (page.order()) {
          case OLDEST_FIRST -> found;
          case NEWEST_FIRST -> found.reversed();
        };
    for (ActivityRow row : inOrder) {
      if (!page.isFull()) {
        page.add(row);
      }
    }
  }

  private boolean isWanted(StoredEvent event) {
    return times.contains(event.ts())
        && (filter.actor() == null || event.actor() == actor)
        && (filter.event() == null || event.kind().word().equals(filter.event()))
        && (filter.status() == null || event.status().equals(filter.status()));
  }

  private ActivityRow row(ResultSet entry, long id, StoredEvent event) throws SQLException {
    return new ActivityRow(
        id,
        Timestamps.text(event.ts()),
        event.kind().word(),
        entry.getString("message_id"),
        event.rpcId(),
        names.name(event.actor()),
        names.name(entry.getLong("target")),
        event.status(),
        event.kind() == EventKind.SEND_START ? payload(entry) : event.ack(),
        event.error());
  }

  private static @Nullable RawJson payload(ResultSet entry) throws SQLException {
    byte[] payload = entry.getBytes("payload");
    return payload == null ? null : RawJson.trusted(payload);
  }
}
