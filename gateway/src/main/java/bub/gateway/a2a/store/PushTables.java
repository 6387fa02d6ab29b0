package bub.gateway.a2a.store;

import bub.gateway.a2a.store.A2aTaskStore.Notification;
import bub.gateway.a2a.store.A2aTaskStore.PushConfig;
import bub.json.RawJson;
import bub.protocol.Address;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL of the webhooks and their waiting notifications. Store thread only. */
final class PushTables {
  /** Maximum notifications that wait for one webhook. */
  private static final int MOST_WAITING = 256;

  /** Maximum bytes of notifications that wait for the webhooks of one caller. */
  private static final int MOST_BYTES = 32 << 20;

  private PushTables() {}

  static boolean put(Connection c, PushConfig config, int most) throws SQLException {
    List<PushConfig> known = of(c, config.task());
    boolean isNew = known.stream().noneMatch(other -> other.id().equals(config.id()));
    if (isNew && known.size() >= most) {
      return false;
    }
    try (PreparedStatement sql =
        c.prepareStatement(
            "INSERT OR REPLACE INTO push_config (task, id, config) VALUES (?, ?, ?)")) {
      sql.setString(1, config.task());
      sql.setString(2, config.id());
      sql.setBytes(3, config.config().toByteArray());
      return sql.executeUpdate() == 1;
    }
  }

  static List<PushConfig> of(Connection c, String task) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement("SELECT id, config FROM push_config WHERE task = ? ORDER BY id")) {
      sql.setString(1, task);
      var found = new ArrayList<PushConfig>();
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          found.add(new PushConfig(task, rows.getString(1), RawJson.trusted(rows.getBytes(2))));
        }
      }
      return found;
    }
  }

  static boolean remove(Connection c, String task, String id) throws SQLException {
    boolean isRemoved = false;
    for (String delete :
        List.of(
            "DELETE FROM notification WHERE task = ? AND config = ?",
            "DELETE FROM push_config WHERE task = ? AND id = ?")) {
      try (PreparedStatement sql = c.prepareStatement(delete)) {
        sql.setString(1, task);
        sql.setString(2, id);
        isRemoved = sql.executeUpdate() > 0;
      }
    }
    return isRemoved;
  }

  static boolean queue(Connection c, String task, List<RawJson> events, Instant now)
      throws SQLException {
    int queued = 0;
    try (PreparedStatement sql =
        c.prepareStatement(
            "INSERT INTO notification (task, config, event, attempts, due)"
                + " SELECT task, id, ?, 0, ? FROM push_config WHERE task = ? AND"
                + " (SELECT count(*) FROM notification n"
                + " WHERE n.task = push_config.task AND n.config = push_config.id) < ?"
                + " AND (SELECT coalesce(sum(length(n.event)), 0)"
                + " FROM task own JOIN task t ON t.owner = own.owner"
                + " JOIN notification n ON n.task = t.id WHERE own.id = push_config.task) < ?")) {
      for (RawJson event : events) {
        sql.setBytes(1, event.toByteArray());
        sql.setLong(2, now.toEpochMilli());
        sql.setString(3, task);
        sql.setInt(4, MOST_WAITING);
        sql.setInt(5, MOST_BYTES);
        queued += sql.executeUpdate();
      }
    }
    return queued > 0;
  }

  /** The oldest of each webhook, and not more than {@code mostPerOwner} of one owner. */
  static List<Notification> due(Connection c, Instant now, int mostPerOwner, int limit)
      throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement(
            "SELECT n.seq, n.task, n.config, n.event, n.attempts, p.config, t.owner"
                + " FROM notification n JOIN task t ON t.id = n.task"
                + " JOIN push_config p ON p.task = n.task AND p.id = n.config"
                + " WHERE n.seq IN (SELECT seq FROM (SELECT h.seq, row_number() OVER"
                + " (PARTITION BY o.owner ORDER BY h.due, h.seq) AS place"
                + " FROM notification h JOIN task o ON o.id = h.task"
                + " WHERE h.due <= ? AND h.seq = (SELECT min(f.seq) FROM notification f"
                + " WHERE f.task = h.task AND f.config = h.config)) WHERE place <= ?)"
                + " ORDER BY n.due, n.seq LIMIT ?")) {
      sql.setLong(1, now.toEpochMilli());
      sql.setInt(2, mostPerOwner);
      sql.setInt(3, limit);
      var found = new ArrayList<Notification>();
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          found.add(
              new Notification(
                  rows.getLong(1),
                  rows.getString(2),
                  rows.getString(3),
                  RawJson.trusted(rows.getBytes(4)),
                  rows.getInt(5),
                  RawJson.trusted(rows.getBytes(6)),
                  new Address(rows.getString(7))));
        }
      }
      return found;
    }
  }

  static @Nullable Instant nextDue(Connection c) throws SQLException {
    try (Statement sql = c.createStatement();
        ResultSet row =
            sql.executeQuery(
                "SELECT min(due) FROM notification n WHERE n.seq = (SELECT min(f.seq)"
                    + " FROM notification f WHERE f.task = n.task AND f.config = n.config)")) {
      long due = row.getLong(1);
      return row.wasNull() ? null : Instant.ofEpochMilli(due);
    }
  }

  static int delivered(Connection c, long seq) throws SQLException {
    try (PreparedStatement sql = c.prepareStatement("DELETE FROM notification WHERE seq = ?")) {
      sql.setLong(1, seq);
      return sql.executeUpdate();
    }
  }

  static int postpone(Connection c, long seq, int attempts, Instant due) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement("UPDATE notification SET attempts = ?, due = ? WHERE seq = ?")) {
      sql.setInt(1, attempts);
      sql.setLong(2, due.toEpochMilli());
      sql.setLong(3, seq);
      return sql.executeUpdate();
    }
  }
}
