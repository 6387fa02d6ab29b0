package bub.gateway.a2a.remote.store;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import bub.store.StoreDatabase;
import bub.store.StoreSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Questions to remote agents and their conversations on disk. Safe for any thread. */
public final class RemoteQuestionStore implements AutoCloseable {
  private static final Duration REMEMBERED = Duration.ofDays(1);
  private static final List<String> SCHEMA =
      List.of(
          """
          CREATE TABLE question (
            agent TEXT NOT NULL,
            id TEXT NOT NULL,
            chat TEXT NOT NULL,
            request BLOB NOT NULL,
            task TEXT,
            is_open INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (agent, id)) WITHOUT ROWID;
          CREATE INDEX question_open ON question (agent, is_open, at);
          CREATE TABLE conversation (
            agent TEXT NOT NULL,
            chat TEXT NOT NULL,
            context TEXT,
            task TEXT,
            at INTEGER NOT NULL,
            PRIMARY KEY (agent, chat)) WITHOUT ROWID
          """,
          """
          ALTER TABLE question ADD COLUMN trace TEXT;
          ALTER TABLE question ADD COLUMN is_stopped INTEGER NOT NULL DEFAULT 0;
          """
              + SkillQuestionStore.TABLE,
          SkillTaskStore.TABLE);

  /**
   * Question that a chat asked.
   *
   * @param request parameters for the remote agent
   * @param task id of the remote task, null until it is known
   * @param trace turn that the question belongs to
   * @param isStopped true when its task must be canceled
   */
  public record Question(
      MessageId id,
      Address chat,
      RawJson request,
      @Nullable String task,
      TraceId trace,
      boolean isStopped,
      Instant at) {}

  /**
   * Conversation of a chat with a remote agent.
   *
   * @param task remote task that waits for the next message, or null
   */
  public record Conversation(@Nullable String context, @Nullable String task) {}

  /** Result of adding a question. */
  public enum Added {
    NEW,
    KNOWN,
    FULL
  }

  private final StoreDatabase database;

  private RemoteQuestionStore(StoreDatabase database) {
    this.database = database;
  }

  public static RemoteQuestionStore open(Path file) throws IOException {
    return new RemoteQuestionStore(StoreDatabase.openForServing(file, StoreSchema.of(SCHEMA)));
  }

  /** Questions of remote skills to their callers, in the same file. */
  public SkillQuestionStore ofSkills() {
    return new SkillQuestionStore(database);
  }

  /** Tasks of remote skills that have not ended, in the same file. */
  public SkillTaskStore skillTasks() {
    return new SkillTaskStore(database);
  }

  public Added add(String agent, Question question, int most)
      throws IOException, InterruptedException {
    return database.call(c -> add(c, agent, question, most));
  }

  private static Added add(Connection c, String agent, Question question, int most)
      throws SQLException {
    try (PreparedStatement old =
        c.prepareStatement("DELETE FROM question WHERE is_open = 0 AND at < ?")) {
      old.setLong(1, question.at().minus(REMEMBERED).toEpochMilli());
      old.executeUpdate();
    }
    try (PreparedStatement known =
        c.prepareStatement("SELECT 1 FROM question WHERE agent = ? AND id = ?")) {
      known.setString(1, agent);
      known.setString(2, question.id().value());
      try (ResultSet row = known.executeQuery()) {
        if (row.next()) {
          return Added.KNOWN;
        }
      }
    }
    if (open(c, agent).size() >= most) {
      return Added.FULL;
    }
    try (PreparedStatement insert =
        c.prepareStatement(
            "INSERT INTO question (agent, id, chat, request, is_open, at, trace)"
                + " VALUES (?, ?, ?, ?, 1, ?, ?)")) {
      insert.setString(1, agent);
      insert.setString(2, question.id().value());
      insert.setString(3, question.chat().value());
      insert.setBytes(4, question.request().toByteArray());
      insert.setLong(5, question.at().toEpochMilli());
      insert.setString(6, question.trace().value());
      insert.executeUpdate();
      return Added.NEW;
    }
  }

  public List<Question> open(String agent) throws IOException, InterruptedException {
    return database.call(c -> open(c, agent));
  }

  private static List<Question> open(Connection c, String agent) throws SQLException {
    try (PreparedStatement sql =
        c.prepareStatement(
            "SELECT id, chat, request, task, at, trace, is_stopped FROM question"
                + " WHERE agent = ? AND is_open = 1 ORDER BY at")) {
      sql.setString(1, agent);
      var found = new ArrayList<Question>();
      try (ResultSet rows = sql.executeQuery()) {
        while (rows.next()) {
          found.add(question(rows));
        }
      }
      return found;
    }
  }

  private static Question question(ResultSet row) throws SQLException {
    var id = new MessageId(row.getString(1));
    var chat = new Address(row.getString(2));
    TraceId trace = TraceId.parse(row.getString(6)); // null in a row of an older version
    return new Question(
        id,
        chat,
        RawJson.trusted(row.getBytes(3)),
        row.getString(4),
        trace == null ? TraceId.startedBy(chat, id) : trace,
        row.getInt(7) != 0,
        Instant.ofEpochMilli(row.getLong(5)));
  }

  /** Remembers that the task must be canceled, also after a restart. */
  public void stop(String agent, MessageId id, @Nullable String task)
      throws IOException, InterruptedException {
    database.call(
        c -> {
          try (PreparedStatement sql =
              c.prepareStatement(
                  "UPDATE question SET is_stopped = 1, task = ? WHERE agent = ? AND id = ?")) {
            sql.setString(1, task);
            sql.setString(2, agent);
            sql.setString(3, id.value());
            return sql.executeUpdate();
          }
        });
  }

  /** Chats whose last question belongs to the turn, because their task waits for a message. */
  public List<Address> waitingChats(String agent, TraceId trace)
      throws IOException, InterruptedException {
    return database.call(
        c -> {
          try (PreparedStatement sql =
              c.prepareStatement(
                  "SELECT DISTINCT chat FROM question JOIN conversation USING (agent, chat)"
                      + " WHERE agent = ? AND trace = ?"
                      + " AND conversation.task = question.task")) {
            sql.setString(1, agent);
            sql.setString(2, trace.value());
            var chats = new ArrayList<Address>();
            try (ResultSet rows = sql.executeQuery()) {
              while (rows.next()) {
                chats.add(new Address(rows.getString(1)));
              }
            }
            return chats;
          }
        });
  }

  public void began(String agent, MessageId id, String task)
      throws IOException, InterruptedException {
    database.call(
        c -> {
          try (PreparedStatement sql =
              c.prepareStatement("UPDATE question SET task = ? WHERE agent = ? AND id = ?")) {
            sql.setString(1, task);
            sql.setString(2, agent);
            sql.setString(3, id.value());
            return sql.executeUpdate();
          }
        });
  }

  public void close(String agent, Question question) throws IOException, InterruptedException {
    database.call(
        c -> {
          try (PreparedStatement sql =
              c.prepareStatement("UPDATE question SET is_open = 0 WHERE agent = ? AND id = ?")) {
            sql.setString(1, agent);
            sql.setString(2, question.id().value());
            return sql.executeUpdate();
          }
        });
  }

  /** Remembers where the conversation continues. */
  public void proceed(String agent, Address chat, Conversation next, Instant now)
      throws IOException, InterruptedException {
    database.call(
        c -> {
          try (PreparedStatement sql =
              c.prepareStatement(
                  "INSERT OR REPLACE INTO conversation (agent, chat, context, task, at)"
                      + " VALUES (?, ?, ?, ?, ?)")) {
            sql.setString(1, agent);
            sql.setString(2, chat.value());
            sql.setString(3, next.context());
            sql.setString(4, next.task());
            sql.setLong(5, now.toEpochMilli());
            return sql.executeUpdate();
          }
        });
  }

  public Conversation conversation(String agent, Address chat)
      throws IOException, InterruptedException {
    return database.call(
        c -> {
          try (PreparedStatement sql =
              c.prepareStatement(
                  "SELECT context, task FROM conversation WHERE agent = ? AND chat = ?")) {
            sql.setString(1, agent);
            sql.setString(2, chat.value());
            try (ResultSet row = sql.executeQuery()) {
              return row.next()
                  ? new Conversation(row.getString(1), row.getString(2))
                  : new Conversation(null, null);
            }
          }
        });
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
