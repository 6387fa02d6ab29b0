package bub.gateway.a2a.store;

import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.store.A2aTaskStore.Page;
import bub.gateway.a2a.store.A2aTaskStore.Query;
import bub.json.RawJson;
import bub.protocol.Address;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL of the tasks. Store thread only. */
final class TaskTable {
  private static final String COLUMNS = "id, owner, place, context, state, updated, body";

  private TaskTable() {}

  /** Writer of tasks that keeps its statement prepared. Store thread only. */
  static final class Writer {
    private static final String PUT =
        "INSERT INTO task (id, owner, place, context, state, is_open, updated, body)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
            + " state = excluded.state, is_open = excluded.is_open,"
            + " updated = excluded.updated, body = excluded.body";

    private @Nullable PreparedStatement kept;

    void put(Connection c, A2aTask task) throws SQLException {
      PreparedStatement sql = prepared(c);
      try {
        sql.setString(1, task.id());
        sql.setString(2, task.owner().value());
        sql.setString(3, task.place());
        sql.setString(4, task.context());
        sql.setString(5, task.state().name());
        sql.setBoolean(6, !task.state().isTerminal());
        sql.setLong(7, task.updated().toEpochMilli());
        sql.setBytes(8, task.body().toByteArray());
        sql.executeUpdate();
      } catch (SQLException failed) {
        kept = null; // a full disk may have spoiled it
        sql.close();
        throw failed;
      }
    }

    /** A damaged file is replaced together with its connection. */
    @SuppressWarnings("ReferenceEquality")
    private PreparedStatement prepared(Connection c) throws SQLException {
      PreparedStatement sql = kept;
      if (sql == null || sql.isClosed() || sql.getConnection() != c) {
        sql = c.prepareStatement(PUT);
        kept = sql;
      }
      return sql;
    }
  }

  static @Nullable A2aTask find(Connection c, String id) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement("SELECT " + COLUMNS + " FROM task WHERE id = ?")) {
      sql.setString(1, id);
      List<A2aTask> found = read(sql);
      return found.isEmpty() ? null : found.getFirst();
    }
  }

  static List<A2aTask> open(Connection c, int limit) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement(
            "SELECT " + COLUMNS + " FROM task WHERE is_open = 1 ORDER BY updated DESC LIMIT ?")) {
      sql.setInt(1, limit);
      return read(sql);
    }
  }

  /** Condition of a query, with its values. */
  private static final class Filter {
    private final StringBuilder where = new StringBuilder("place = ?");
    private final List<Object> values = new ArrayList<>();

    Filter(Query query) {
      values.add(query.place());
      Address owner = query.owner();
      if (owner != null) {
        and("owner = ?", owner.value());
      }
      if (query.context() != null) {
        and("context = ?", query.context());
      }
      A2aTaskState state = query.state();
      if (state != null) {
        and("state = ?", state.name());
      }
      Instant after = query.after();
      if (after != null) {
        and("updated > ?", after.toEpochMilli());
      }
    }

    void and(String condition, Object... more) {
      where.append(" AND ").append(condition);
      values.addAll(List.of(more));
    }

    void fill(PreparedStatement sql) throws SQLException {
      for (int i = 0; i < values.size(); i++) {
        sql.setObject(i + 1, values.get(i));
      }
    }
  }

  static Page page(Connection c, Query query, @Nullable PagePosition from) throws SQLException {
    var filter = new Filter(query);
    int total = count(c, filter);
    if (from != null) {
      filter.and("(updated, id) < (?, ?)", from.updated(), from.id());
    }
    try (PreparedStatement sql =
        c.prepareStatement(
            "SELECT "
                + COLUMNS
                + " FROM task WHERE "
                + filter.where
                + " ORDER BY updated DESC, id DESC LIMIT "
                + (query.limit() + 1))) {
      filter.fill(sql);
      List<A2aTask> found = read(sql);
      if (found.size() <= query.limit()) {
        return new Page(found, "", total);
      }
      List<A2aTask> shown = List.copyOf(found.subList(0, query.limit()));
      return new Page(shown, PagePosition.after(shown.getLast()).token(), total);
    }
  }

  private static int count(Connection c, Filter filter) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement("SELECT count(*) FROM task WHERE " + filter.where)) {
      filter.fill(sql);
      try (ResultSet row = sql.executeQuery()) {
        return row.getInt(1);
      }
    }
  }

  static int remove(Connection c, String id) throws SQLException {
    int removed = 0;
    for (String delete :
        List.of(
            "DELETE FROM notification WHERE task = ?",
            "DELETE FROM push_config WHERE task = ?",
            "DELETE FROM task WHERE id = ?")) {
      try (PreparedStatement sql = c.prepareStatement(delete)) {
        sql.setString(1, id);
        removed = sql.executeUpdate();
      }
    }
    return removed;
  }

  static int forget(Connection c, Instant before, int mostPerOwner, long mostBytes)
      throws SQLException {
    var old = new ArrayList<String>();
    try (PreparedStatement sql =
        c.prepareStatement(
            "SELECT id FROM (SELECT id, updated, row_number() OVER newest AS place,"
                + " sum(length(body)) OVER newest AS bytes FROM task WHERE is_open = 0"
                + " WINDOW newest AS (PARTITION BY owner ORDER BY updated DESC, id DESC"
                + " ROWS UNBOUNDED PRECEDING)) WHERE updated < ? OR place > ? OR bytes > ?")) {
      sql.setLong(1, before.toEpochMilli());
      sql.setInt(2, mostPerOwner);
      sql.setLong(3, mostBytes);
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          old.add(rows.getString(1));
        }
      }
    }
    for (String id : old) {
      remove(c, id);
    }
    return old.size();
  }

  private static List<A2aTask> read(PreparedStatement sql) throws SQLException {
    var tasks = new ArrayList<A2aTask>();
    try (ResultSet rows = sql.executeQuery()) {
      while (rows.next()) {
        tasks.add(
            A2aTask.stored(
                rows.getString(1),
                new Address(rows.getString(2)),
                rows.getString(3),
                rows.getString(4),
                A2aTaskState.valueOf(rows.getString(5)),
                Instant.ofEpochMilli(rows.getLong(6)),
                RawJson.trusted(rows.getBytes(7))));
      }
    }
    return tasks;
  }
}
