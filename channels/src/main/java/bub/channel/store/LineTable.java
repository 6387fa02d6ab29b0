package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** SQL for the lines of chats and their history. Runs in a transaction on the store thread. */
final class LineTable {
  private static final String LINE =
      "SELECT number, speaker, agent, message_id, text, reply_to, reply_to_own_id, at, parts_shown"
          + " FROM line ";
  // A line may have a million characters; a page of history must not fill the memory.
  private static final int HISTORY_CHARACTERS = 2 << 20;

  private LineTable() {}

  static @Nullable ChatLine typed(Connection connection, ChatId chat, MessageId id)
      throws SQLException {
    return SqlStatements.first(
        connection,
        LineTable::line,
        LINE + "WHERE chat_id = ? AND message_id = ? AND speaker = 'human'",
        chat.value(),
        id.value());
  }

  static int unshown(Connection connection, ChatId chat) throws SQLException {
    return SqlStatements.count(
        connection, "SELECT count(*) FROM line WHERE to_do = 'show' AND chat_id = ?", chat.value());
  }

  /** Adds a line of an agent, or without an origin a line of the channel itself. */
  static void say(
      Connection connection,
      ChatId chat,
      ChatStore.@Nullable Origin origin,
      String text,
      QueueTable.@Nullable Closed answered,
      Instant now)
      throws SQLException {
    String speaker = origin == null ? "house" : "agent";
    insert(connection, chat, speaker, origin, text, answered, now);
  }

  static void sayAsOperator(
      Connection connection, ChatId chat, ChatStore.Origin origin, String text, Instant now)
      throws SQLException {
    insert(connection, chat, "operator", origin, text, null, now);
  }

  private static void insert(
      Connection connection,
      ChatId chat,
      String speaker,
      ChatStore.@Nullable Origin origin,
      String text,
      QueueTable.@Nullable Closed answered,
      Instant now)
      throws SQLException {
    SqlStatements.update(
        connection,
        """
        INSERT INTO line
          (chat_id, speaker, agent, message_id, reply_to, reply_to_own_id, text, at, to_do)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'show')
        """,
        chat.value(),
        speaker,
        origin == null ? null : origin.from().value(),
        origin == null ? null : origin.messageId().value(),
        answered == null ? null : answered.messageId().value(),
        answered == null ? null : answered.ownId(),
        text,
        now.toEpochMilli());
  }

  static @Nullable ChatLine toShow(Connection connection, ChatId chat) throws SQLException {
    return SqlStatements.first(
        connection,
        LineTable::line,
        LINE + "WHERE to_do = 'show' AND chat_id = ? ORDER BY number LIMIT 1",
        chat.value());
  }

  static boolean shown(Connection connection, long number) throws SQLException {
    return SqlStatements.update(
            connection, "UPDATE line SET to_do = NULL WHERE number = ? AND to_do = 'show'", number)
        == 1;
  }

  static boolean partsShown(Connection connection, long number, int parts) throws SQLException {
    return SqlStatements.update(
            connection, "UPDATE line SET parts_shown = ? WHERE number = ?", parts, number)
        == 1;
  }

  /** Newest group messages since the last message to the agent, oldest first. */
  static List<ChatLine> asides(Connection connection, ChatId chat, int limit) throws SQLException {
    return SqlStatements.list(
            connection,
            LineTable::line,
            LINE
                + """
                WHERE chat_id = ? AND aside = 1 AND number > coalesce((
                  SELECT number FROM line WHERE chat_id = ? AND speaker = 'human' AND aside = 0
                  ORDER BY number DESC LIMIT 1), 0)
                ORDER BY number DESC LIMIT ?
                """,
            chat.value(),
            chat.value(),
            limit)
        .reversed();
  }

  /** Oldest first, without lines still to be shown; fewer when the lines are long. */
  static HistoryPage history(Connection connection, ChatId chat, long before, int limit)
      throws SQLException {
    var room = new AtomicInteger(HISTORY_CHARACTERS);
    List<ChatLine> newest =
        SqlStatements.listWhile(
            connection,
            line -> room.addAndGet(-line.text().length()) > 0,
            LineTable::line,
            LINE
                + "WHERE chat_id = ? AND number < ? AND (to_do IS NULL OR to_do <> 'show')"
                + " ORDER BY number DESC LIMIT ?",
            chat.value(),
            before,
            limit);
    boolean hasMore =
        !newest.isEmpty()
            && SqlStatements.count(
                    connection,
                    "SELECT EXISTS (SELECT 1 FROM line WHERE chat_id = ? AND number < ?)",
                    chat.value(),
                    newest.getLast().number())
                > 0;
    return new HistoryPage(newest.reversed(), hasMore);
  }

  /** Latest chats first; an empty text matches all chats. */
  static List<ChatSummary> talks(Connection connection, String text, int limit, int characters)
      throws SQLException {
    String wanted = "%" + text.replaceAll("([%_!])", "!$1") + "%";
    return SqlStatements.list(
        connection,
        row ->
            new ChatSummary(
                new ChatId(row.getString("chat_id")), row.getString("title"), line(row)),
        """
        SELECT line.chat_id, title, number, speaker, agent, message_id,
          substr(text, 1, ?) AS text, reply_to, reply_to_own_id, at, parts_shown
        FROM line LEFT JOIN profile ON profile.chat_id = line.chat_id
        WHERE number IN (SELECT max(number) FROM line GROUP BY chat_id)
          AND (? = '%%' OR title LIKE ? ESCAPE '!' OR line.chat_id IN (
            SELECT chat_id FROM line WHERE text LIKE ? ESCAPE '!'))
        ORDER BY number DESC LIMIT ?
        """,
        characters,
        wanted,
        wanted,
        wanted,
        limit);
  }

  static ChatBacklog backlog(Connection connection, ChatId chat) throws SQLException {
    String counted = "SELECT count(*) FROM line WHERE to_do = ? AND chat_id = ?";
    return new ChatBacklog(
        SqlStatements.count(connection, counted, "deliver", chat.value()),
        SqlStatements.count(connection, counted, "await", chat.value()),
        unshown(connection, chat));
  }

  static List<ChatId> chatsToServe(Connection connection) throws SQLException {
    return SqlStatements.list(
        connection,
        LineTable::chat,
        "SELECT DISTINCT chat_id FROM line WHERE to_do IN ('deliver', 'await')");
  }

  static List<ChatId> chatsToShow(Connection connection) throws SQLException {
    return SqlStatements.list(
        connection, LineTable::chat, "SELECT DISTINCT chat_id FROM line WHERE to_do = 'show'");
  }

  private static ChatId chat(ResultSet row) throws SQLException {
    return new ChatId(row.getString(1));
  }

  static void forget(Connection connection, ChatId chat, ChatLimits limits, Instant now)
      throws SQLException {
    SqlStatements.update(
        connection,
        """
        DELETE FROM line WHERE chat_id = ? AND to_do IS NULL AND number <= (
          SELECT number FROM line WHERE chat_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
        """,
        chat.value(),
        chat.value(),
        limits.history());
    SqlStatements.update(
        connection,
        "DELETE FROM line WHERE to_do IS NULL AND at < ?",
        now.minus(limits.historyAge()).toEpochMilli());
  }

  private static ChatLine line(ResultSet row) throws SQLException {
    String agent = row.getString("agent");
    String messageId = row.getString("message_id");
    String replyTo = row.getString("reply_to");
    return new ChatLine(
        row.getLong("number"),
        LineAuthor.valueOf(row.getString("speaker").toUpperCase(Locale.ROOT)),
        agent == null ? null : new Address(agent),
        messageId == null ? null : new MessageId(messageId),
        row.getString("text"),
        replyTo == null ? null : new MessageId(replyTo),
        row.getString("reply_to_own_id"),
        Instant.ofEpochMilli(row.getLong("at")),
        row.getInt("parts_shown"));
  }
}
