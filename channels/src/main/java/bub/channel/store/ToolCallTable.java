package bub.channel.store;

import bub.protocol.message.ChatId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** SQL for the tool calls of agents. Runs in a transaction on the store thread. */
final class ToolCallTable {
  private static final String STARTED = "started";
  // Limits the result when there are very many calls between two lines.
  private static final int MOST_LISTED = 1_000;

  private ToolCallTable() {}

  /** Stores a tool call, or the end of a stored call. */
  static boolean note(
      Connection connection, ChatId chat, StoredToolCall.News news, ChatLimits limits, Instant now)
      throws SQLException {
    if (!news.status().equals(STARTED) && end(connection, chat, news)) {
      return true;
    }
    SqlStatements.update(
        connection,
        """
        INSERT INTO tool_call (chat_id, after_line, name, arguments, status, result, at)
        VALUES (?, (SELECT coalesce(max(number), 0) FROM line WHERE chat_id = ?), ?, ?, ?, ?, ?)
        """,
        chat.value(),
        chat.value(),
        news.name(),
        news.arguments(),
        news.status(),
        news.result(),
        now.toEpochMilli());
    forget(connection, chat, limits, now);
    return true;
  }

  private static boolean end(Connection connection, ChatId chat, StoredToolCall.News news)
      throws SQLException {
    return SqlStatements.update(
            connection,
            """
            UPDATE tool_call SET status = ?, result = ? WHERE number = (
              SELECT min(number) FROM tool_call
              WHERE chat_id = ? AND name = ? AND arguments = ? AND status = 'started')
            """,
            news.status(),
            news.result(),
            chat.value(),
            news.name(),
            news.arguments())
        == 1;
  }

  /** Ends the calls of a stopped turn, whose own ends are not stored. */
  static void stop(Connection connection, ChatId chat) throws SQLException {
    SqlStatements.update(
        connection,
        "UPDATE tool_call SET status = 'failed' WHERE chat_id = ? AND status = 'started'",
        chat.value());
  }

  private static void forget(Connection connection, ChatId chat, ChatLimits limits, Instant now)
      throws SQLException {
    SqlStatements.update(
        connection,
        """
        DELETE FROM tool_call WHERE chat_id = ? AND number <= (
          SELECT number FROM tool_call WHERE chat_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
        """,
        chat.value(),
        chat.value(),
        limits.history());
    SqlStatements.update(
        connection,
        "DELETE FROM tool_call WHERE at < ?",
        now.minus(limits.historyAge()).toEpochMilli());
  }

  static List<StoredToolCall> between(Connection connection, ChatId chat, long after, long before)
      throws SQLException {
    return SqlStatements.list(
            connection,
            ToolCallTable::call,
            """
            SELECT number, after_line, name, arguments, status, result, at FROM tool_call
            WHERE chat_id = ? AND after_line >= ? AND after_line < ?
            ORDER BY number DESC LIMIT ?
            """,
            chat.value(),
            after,
            before,
            MOST_LISTED)
        .reversed();
  }

  private static StoredToolCall call(ResultSet row) throws SQLException {
    return new StoredToolCall(
        row.getLong("number"),
        row.getLong("after_line"),
        row.getString("name"),
        row.getString("arguments"),
        row.getString("status"),
        row.getString("result"),
        Instant.ofEpochMilli(row.getLong("at")));
  }
}
