package bub.gateway.a2a.remote.store;

import bub.protocol.Address;
import bub.protocol.trace.TraceId;
import bub.store.StoreDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Tasks of remote skills that have not ended, on disk, so that a call survives a restart of bub.
 * Safe for any thread.
 */
public final class SkillTaskStore {
  /** Longest time that a task is kept, also when its agent is gone. */
  public static final Duration LONGEST = Duration.ofHours(24);

  private static final int MOST = 256;

  static final String TABLE =
      """
      CREATE TABLE skill_task (
        agent TEXT NOT NULL,
        task TEXT NOT NULL,
        caller TEXT NOT NULL,
        skill TEXT NOT NULL,
        input TEXT NOT NULL,
        trace TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (agent, task)) WITHOUT ROWID
      """;

  /**
   * Task of a call.
   *
   * @param input digest of the input
   * @param trace turn of the call
   */
  public record SkillTask(
      String task, Address caller, String skill, String input, TraceId trace, Instant at) {}

  private final StoreDatabase database;

  SkillTaskStore(StoreDatabase database) {
    this.database = database;
  }

  /** Adds a task that has begun, and removes those that are too old or too many. */
  public void begin(String agent, SkillTask task) throws IOException, InterruptedException {
    database.call(
        c -> {
          insert(c, agent, task);
          return trim(c, agent, task.at().minus(LONGEST));
        });
  }

  private static void insert(Connection c, String agent, SkillTask task) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement(
            "INSERT OR REPLACE INTO skill_task (agent, task, caller, skill, input, trace, at)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)")) {
      sql.setString(1, agent);
      sql.setString(2, task.task());
      sql.setString(3, task.caller().value());
      sql.setString(4, task.skill());
      sql.setString(5, task.input());
      sql.setString(6, task.trace().value());
      sql.setLong(7, task.at().toEpochMilli());
      sql.executeUpdate();
    }
  }

  private static int trim(Connection c, String agent, Instant oldest) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement(
            "DELETE FROM skill_task WHERE at < ?1 OR agent = ?2 AND task IN (SELECT task FROM"
                + " skill_task WHERE agent = ?2 ORDER BY at DESC, task LIMIT -1 OFFSET ?3)")) {
      sql.setLong(1, oldest.toEpochMilli());
      sql.setString(2, agent);
      sql.setInt(3, MOST);
      return sql.executeUpdate();
    }
  }

  public void end(String agent, String task) throws IOException, InterruptedException {
    database.call(
        c -> {
          try (PreparedStatement sql =
              c.prepareStatement("DELETE FROM skill_task WHERE agent = ? AND task = ?")) {
            sql.setString(1, agent);
            sql.setString(2, task);
            return sql.executeUpdate();
          }
        });
  }

  /** Tasks of an agent, the newest first. */
  public List<SkillTask> of(String agent) throws IOException, InterruptedException {
    return database.call(
        c -> {
          try (PreparedStatement sql =
              c.prepareStatement(
                  "SELECT task, caller, skill, input, trace, at FROM skill_task"
                      + " WHERE agent = ? ORDER BY at DESC, task")) {
            sql.setString(1, agent);
            var found = new ArrayList<SkillTask>();
            try (ResultSet rows = sql.executeQuery()) {
              while (rows.next()) {
                found.add(
                    new SkillTask(
                        rows.getString(1),
                        new Address(rows.getString(2)),
                        rows.getString(3),
                        rows.getString(4),
                        new TraceId(rows.getString(5)),
                        Instant.ofEpochMilli(rows.getLong(6))));
              }
            }
            return found;
          }
        });
  }
}
