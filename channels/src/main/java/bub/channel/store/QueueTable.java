package bub.channel.store;

import bub.json.RawJson;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL for the messages of people. Runs in a transaction on the store thread. */
final class QueueTable {
  private static final String OLDEST =
      """
      SELECT number, message_id, payload, at FROM line
      WHERE to_do = ? AND chat_id = ? ORDER BY number LIMIT 1
      """;

  /** A message that no longer waits for an answer. */
  record Closed(MessageId messageId, @Nullable String ownId, String text) {}

  private QueueTable() {}

  static EnqueueResult keep(
      Connection connection, TypedMessage typed, ChatLimits limits, Instant now)
      throws SQLException {
    String full = full(connection, typed.chat(), limits);
    if (full == null) {
      return insert(connection, typed, "deliver", false, now);
    }
    // A message that is already stored is a duplicate, even when the store is full now.
    return isKnown(connection, typed)
        ? new EnqueueResult.Duplicate()
        : new EnqueueResult.Full(full);
  }

  private static @Nullable String full(Connection connection, ChatId chat, ChatLimits limits)
      throws SQLException {
    if (SqlStatements.count(connection, "SELECT unfinished FROM total") >= limits.unfinished()) {
      return "too many messages are waiting in all chats";
    }
    int queued =
        SqlStatements.count(
            connection,
            "SELECT count(*) FROM line WHERE to_do IN ('deliver', 'await') AND chat_id = ?",
            chat.value());
    return queued < limits.queued() ? null : queued + " messages are already waiting";
  }

  private static boolean isKnown(Connection connection, TypedMessage typed) throws SQLException {
    return SqlStatements.count(
            connection,
            "SELECT count(*) FROM line WHERE chat_id = ? AND message_id = ? AND speaker = 'human'",
            typed.chat().value(),
            typed.messageId().value())
        > 0;
  }

  /** Stores a message that needs no answer. */
  static EnqueueResult note(Connection connection, TypedMessage typed, boolean isAside, Instant now)
      throws SQLException {
    return insert(connection, typed, null, isAside, now);
  }

  private static EnqueueResult insert(
      Connection connection,
      TypedMessage typed,
      @Nullable String toDo,
      boolean isAside,
      Instant now)
      throws SQLException {
    int inserted =
        SqlStatements.update(
            connection,
            """
            INSERT INTO line
              (chat_id, speaker, message_id, own_id, text, payload, at, to_do, aside, turn)
            VALUES (?, 'human', ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            typed.chat().value(),
            typed.messageId().value(),
            typed.ownId(),
            typed.text(),
            toDo == null ? null : typed.payload().toByteArray(),
            now.toEpochMilli(),
            toDo,
            isAside ? 1 : 0,
            toDo == null ? null : "asked");
    return inserted == 1 ? new EnqueueResult.Stored() : new EnqueueResult.Duplicate();
  }

  static UnfinishedWork unfinished(Connection connection, ChatId chat) throws SQLException {
    return new UnfinishedWork(
        SqlStatements.first(connection, QueueTable::queued, OLDEST, "deliver", chat.value()),
        SqlStatements.first(connection, QueueTable::queued, OLDEST, "await", chat.value()));
  }

  private static QueuedMessage queued(ResultSet row) throws SQLException {
    return new QueuedMessage(
        row.getLong("number"),
        new MessageId(row.getString("message_id")),
        RawJson.trusted(row.getBytes("payload")),
        Instant.ofEpochMilli(row.getLong("at")));
  }

  /** Returns false when an answer was faster. */
  static boolean delivered(Connection connection, long number) throws SQLException {
    return SqlStatements.update(
            connection,
            "UPDATE line SET to_do = 'await' WHERE number = ? AND to_do = 'deliver'",
            number)
        == 1;
  }

  /** Queues unanswered messages again, before newer ones. */
  static int redeliver(Connection connection, ChatId chat) throws SQLException {
    return SqlStatements.update(
        connection,
        "UPDATE line SET to_do = 'deliver' WHERE to_do = 'await' AND chat_id = ?",
        chat.value());
  }

  /** {@code replyTo} is the bus id or the channel's own id. */
  static @Nullable Closed answer(Connection connection, ChatId chat, @Nullable String replyTo)
      throws SQLException {
    Long number = replyTo == null ? null : find(connection, chat, replyTo);
    return number == null ? null : close(connection, number);
  }

  private static @Nullable Long find(Connection connection, ChatId chat, String id)
      throws SQLException {
    Long ours =
        SqlStatements.first(
            connection,
            row -> row.getLong(1),
            "SELECT number FROM line WHERE chat_id = ? AND message_id = ? AND speaker = 'human'",
            chat.value(),
            id);
    return ours != null
        ? ours
        : SqlStatements.first(
            connection,
            row -> row.getLong(1),
            """
            SELECT number FROM line
            WHERE to_do IN ('deliver', 'await') AND chat_id = ? AND own_id = ? LIMIT 1
            """,
            chat.value(),
            id);
  }

  static @Nullable Long findOpen(Connection connection, ChatId chat, MessageId id)
      throws SQLException {
    return SqlStatements.first(
        connection,
        row -> row.getLong(1),
        """
        SELECT number FROM line
        WHERE chat_id = ? AND message_id = ? AND speaker = 'human' AND to_do IS NOT NULL
        """,
        chat.value(),
        id.value());
  }

  static @Nullable Closed close(Connection connection, long number) throws SQLException {
    // The payload is no longer needed; history uses only the text.
    SqlStatements.update(
        connection, "UPDATE line SET to_do = NULL, payload = NULL WHERE number = ?", number);
    return SqlStatements.first(
        connection,
        row ->
            new Closed(
                new MessageId(row.getString("message_id")),
                row.getString("own_id"),
                row.getString("text")),
        "SELECT message_id, own_id, text FROM line WHERE number = ?",
        number);
  }

  /** Closes all open messages for good; oldest first. */
  static List<MessageId> stop(Connection connection, ChatId chat) throws SQLException {
    List<MessageId> open =
        SqlStatements.list(
            connection,
            QueueTable::messageId,
            """
            SELECT message_id FROM line
            WHERE to_do IN ('deliver', 'await') AND chat_id = ? ORDER BY number
            """,
            chat.value());
    SqlStatements.update(
        connection,
        """
        UPDATE line SET to_do = NULL, payload = NULL, turn = 'stopped'
        WHERE to_do IN ('deliver', 'await') AND chat_id = ?
        """,
        chat.value());
    return open;
  }

  /** {@code id} is the bus id or the channel's own id. */
  static boolean isStopped(Connection connection, ChatId chat, @Nullable String id)
      throws SQLException {
    return id != null
        && SqlStatements.count(
                connection,
                """
                SELECT count(*) FROM line
                WHERE chat_id = ? AND turn = 'stopped' AND (message_id = ? OR own_id = ?)
                """,
                chat.value(),
                id,
                id)
            > 0;
  }

  /** Newest messages to an agent, open or not. */
  static List<MessageId> latestTurns(Connection connection, ChatId chat, int limit)
      throws SQLException {
    return SqlStatements.list(
        connection,
        QueueTable::messageId,
        """
        SELECT message_id FROM line
        WHERE chat_id = ? AND turn IS NOT NULL ORDER BY number DESC LIMIT ?
        """,
        chat.value(),
        limit);
  }

  private static MessageId messageId(ResultSet row) throws SQLException {
    return new MessageId(row.getString("message_id"));
  }

  static List<Long> openUntil(Connection connection, ChatId chat, Instant until)
      throws SQLException {
    return SqlStatements.list(
        connection,
        row -> row.getLong(1),
        """
        SELECT number FROM line
        WHERE to_do IN ('deliver', 'await') AND chat_id = ? AND at <= ? ORDER BY number
        """,
        chat.value(),
        until.toEpochMilli());
  }
}
