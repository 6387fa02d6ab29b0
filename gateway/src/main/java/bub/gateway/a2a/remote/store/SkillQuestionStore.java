package bub.gateway.a2a.remote.store;

import bub.protocol.Address;
import bub.protocol.trace.TraceId;
import bub.store.StoreDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Questions of remote skills that their callers have to answer, on disk. A row stays after its
 * answer, so that a caller may repeat a call whose outcome was lost. Safe for any thread.
 */
public final class SkillQuestionStore {
  private static final int MOST_ANSWERED = 1_000;
  static final String TABLE =
      """
      CREATE TABLE skill_question (
        agent TEXT NOT NULL,
        state TEXT NOT NULL,
        caller TEXT NOT NULL,
        skill TEXT NOT NULL,
        task TEXT NOT NULL,
        context TEXT,
        asked TEXT NOT NULL,
        trace TEXT,
        is_open INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (agent, state)) WITHOUT ROWID;
      CREATE INDEX skill_question_task ON skill_question (agent, task)
      """;

  /**
   * Question of a skill.
   *
   * @param state secret that the caller returns with its answer
   * @param caller the only one that may answer
   * @param task remote task that waits for the answer
   * @param asked mark of the question, which tells it from the next question of the task
   * @param trace turn of the call; null without one
   */
  public record SkillQuestion(
      String state,
      Address caller,
      String skill,
      String task,
      @Nullable String context,
      String asked,
      @Nullable TraceId trace,
      Instant at) {}

  /** Result of adding a question. */
  public enum Room {
    ADDED,
    CALLER_FULL,
    AGENT_FULL
  }

  private final StoreDatabase database;

  SkillQuestionStore(StoreDatabase database) {
    this.database = database;
  }

  /** Adds the question in place of the earlier one of its task. */
  public Room add(String agent, SkillQuestion question, int mostOfCaller, int most)
      throws IOException, InterruptedException {
    return database.call(
        c -> {
          close(c, agent, question.task());
          if (count(c, agent, question.caller()) >= mostOfCaller) {
            return Room.CALLER_FULL;
          }
          if (count(c, agent, null) >= most) {
            return Room.AGENT_FULL;
          }
          insert(c, agent, question);
          trim(c, agent);
          return Room.ADDED;
        });
  }

  private static void trim(Connection c, String agent) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement(
            "DELETE FROM skill_question WHERE agent = ?1 AND state IN (SELECT state FROM"
                + " skill_question WHERE agent = ?1 AND is_open = 0 ORDER BY at DESC"
                + " LIMIT -1 OFFSET ?2)")) {
      sql.setString(1, agent);
      sql.setInt(2, MOST_ANSWERED);
      sql.executeUpdate();
    }
  }

  private static int count(Connection c, String agent, @Nullable Address caller)
      throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement(
            "SELECT count(*) FROM skill_question"
                + " WHERE agent = ? AND is_open = 1 AND (?2 IS NULL OR caller = ?2)")) {
      sql.setString(1, agent);
      sql.setString(2, caller == null ? null : caller.value());
      try (ResultSet row = sql.executeQuery()) {
        return row.getInt(1);
      }
    }
  }

  private static void insert(Connection c, String agent, SkillQuestion question)
      throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement(
            "INSERT INTO skill_question"
                + " (agent, state, caller, skill, task, context, asked, trace, is_open, at)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?)")) {
      sql.setString(1, agent);
      sql.setString(2, question.state());
      sql.setString(3, question.caller().value());
      sql.setString(4, question.skill());
      sql.setString(5, question.task());
      sql.setString(6, question.context());
      sql.setString(7, question.asked());
      TraceId trace = question.trace();
      sql.setString(8, trace == null ? null : trace.value());
      sql.setLong(9, question.at().toEpochMilli());
      sql.executeUpdate();
    }
  }

  public @Nullable SkillQuestion find(String agent, String state)
      throws IOException, InterruptedException {
    List<SkillQuestion> found =
        database.call(c -> select(c, agent, "state = ?", sql -> sql.setString(2, state)));
    return found.isEmpty() ? null : found.getFirst();
  }

  /** Questions of a turn that nobody has answered. */
  public List<SkillQuestion> open(String agent, TraceId trace)
      throws IOException, InterruptedException {
    return database.call(
        c -> select(c, agent, "trace = ? AND is_open = 1", sql -> sql.setString(2, trace.value())));
  }

  /** Removes old questions; returns those that nobody has answered. */
  public List<SkillQuestion> expire(String agent, Instant before)
      throws IOException, InterruptedException {
    long at = before.toEpochMilli();
    return database.call(
        c -> {
          List<SkillQuestion> open =
              select(c, agent, "at < ? AND is_open = 1", sql -> sql.setLong(2, at));
          try (PreparedStatement sql =
              c.prepareStatement("DELETE FROM skill_question WHERE agent = ? AND at < ?")) {
            sql.setString(1, agent);
            sql.setLong(2, at);
            sql.executeUpdate();
          }
          return open;
        });
  }

  /** Ends the questions of a task that is over. */
  public void close(String agent, String task) throws IOException, InterruptedException {
    database.call(
        c -> {
          close(c, agent, task);
          return true;
        });
  }

  private static void close(Connection c, String agent, String task) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement("UPDATE skill_question SET is_open = 0 WHERE agent = ? AND task = ?")) {
      sql.setString(1, agent);
      sql.setString(2, task);
      sql.executeUpdate();
    }
  }

  private interface Value {
    void set(PreparedStatement sql) throws SQLException;
  }

  private static List<SkillQuestion> select(
      Connection c, String agent, String condition, Value value) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement(
            "SELECT state, caller, skill, task, context, asked, trace, at FROM skill_question"
                + " WHERE agent = ? AND "
                + condition)) {
      sql.setString(1, agent);
      value.set(sql);
      var found = new ArrayList<SkillQuestion>();
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          found.add(
              new SkillQuestion(
                  rows.getString(1),
                  new Address(rows.getString(2)),
                  rows.getString(3),
                  rows.getString(4),
                  rows.getString(5),
                  rows.getString(6),
                  TraceId.parse(rows.getString(7)),
                  Instant.ofEpochMilli(rows.getLong(8))));
        }
      }
      return found;
    }
  }
}
