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

/**
 * The SQL of what people are shown and what was said before. Every method runs inside a
 * transaction, on the store's thread.
 */
final class LineTable {
  private static final String LINE =
      "SELECT number, speaker, agent, message_id, text, reply_to, reply_to_own_id, at, parts_shown"
          + " FROM line ";
  // A line may have a million characters: what is said before is for reading, not for filling us.
  private static final int HISTORY_CHARACTERS = 2 << 20;

  private LineTable() {}

  /** What a person typed under this id. */
  static @Nullable Line typed(Connection connection, ChatId chat, MessageId id)
      throws SQLException {
    return Sql.first(
        connection,
        LineTable::line,
        LINE + "WHERE chat_id = ? AND message_id = ? AND speaker = 'human'",
        chat.value(),
        id.value());
  }

  static int unshown(Connection connection, ChatId chat) throws SQLException {
    return Sql.count(
        connection, "SELECT count(*) FROM line WHERE to_do = 'show' AND chat_id = ?", chat.value());
  }

  /** Adds what an agent said, or with no origin what the channel itself has to say. */
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

  /** Adds what an operator writes. */
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
    Sql.update(
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

  static @Nullable Line toShow(Connection connection, ChatId chat) throws SQLException {
    return Sql.first(
        connection,
        LineTable::line,
        LINE + "WHERE to_do = 'show' AND chat_id = ? ORDER BY number LIMIT 1",
        chat.value());
  }

  static boolean shown(Connection connection, long number) throws SQLException {
    return Sql.update(
            connection, "UPDATE line SET to_do = NULL WHERE number = ? AND to_do = 'show'", number)
        == 1;
  }

  static boolean partsShown(Connection connection, long number, int parts) throws SQLException {
    return Sql.update(connection, "UPDATE line SET parts_shown = ? WHERE number = ?", parts, number)
        == 1;
  }

  /** What was said to others since the agent was last spoken to: the newest, oldest first. */
  static List<Line> asides(Connection connection, ChatId chat, int limit) throws SQLException {
    return Sql.list(
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

  /**
   * The newest lines before a number, but those still to be shown, oldest first; fewer when they
   * are long.
   */
  static Past history(Connection connection, ChatId chat, long before, int limit)
      throws SQLException {
    var room = new AtomicInteger(HISTORY_CHARACTERS);
    List<Line> newest =
        Sql.listWhile(
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
            && Sql.count(
                    connection,
                    "SELECT EXISTS (SELECT 1 FROM line WHERE chat_id = ? AND number < ?)",
                    chat.value(),
                    newest.getLast().number())
                > 0;
    return new Past(newest.reversed(), hasMore);
  }

  /**
   * The chats in which something was said, the latest first.
   *
   * @param text in the title or in a line of each; an empty one is in all of them
   */
  static List<Talk> talks(Connection connection, String text, int limit, int characters)
      throws SQLException {
    String wanted = "%" + text.replaceAll("([%_!])", "!$1") + "%";
    return Sql.list(
        connection,
        row -> new Talk(new ChatId(row.getString("chat_id")), row.getString("title"), line(row)),
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

  static Backlog backlog(Connection connection, ChatId chat) throws SQLException {
    String counted = "SELECT count(*) FROM line WHERE to_do = ? AND chat_id = ?";
    return new Backlog(
        Sql.count(connection, counted, "deliver", chat.value()),
        Sql.count(connection, counted, "await", chat.value()),
        unshown(connection, chat));
  }

  static List<ChatId> chatsToServe(Connection connection) throws SQLException {
    return Sql.list(
        connection,
        LineTable::chat,
        "SELECT DISTINCT chat_id FROM line WHERE to_do IN ('deliver', 'await')");
  }

  static List<ChatId> chatsToShow(Connection connection) throws SQLException {
    return Sql.list(
        connection, LineTable::chat, "SELECT DISTINCT chat_id FROM line WHERE to_do = 'show'");
  }

  private static ChatId chat(ResultSet row) throws SQLException {
    return new ChatId(row.getString(1));
  }

  /** Forgets finished lines that are too old, or too many in this chat. */
  static void forget(Connection connection, ChatId chat, ChatLimits limits, Instant now)
      throws SQLException {
    Sql.update(
        connection,
        """
        DELETE FROM line WHERE chat_id = ? AND to_do IS NULL AND number <= (
          SELECT number FROM line WHERE chat_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
        """,
        chat.value(),
        chat.value(),
        limits.history());
    Sql.update(
        connection,
        "DELETE FROM line WHERE to_do IS NULL AND at < ?",
        now.minus(limits.historyAge()).toEpochMilli());
  }

  private static Line line(ResultSet row) throws SQLException {
    String agent = row.getString("agent");
    String messageId = row.getString("message_id");
    String replyTo = row.getString("reply_to");
    return new Line(
        row.getLong("number"),
        Speaker.valueOf(row.getString("speaker").toUpperCase(Locale.ROOT)),
        agent == null ? null : new Address(agent),
        messageId == null ? null : new MessageId(messageId),
        row.getString("text"),
        replyTo == null ? null : new MessageId(replyTo),
        row.getString("reply_to_own_id"),
        Instant.ofEpochMilli(row.getLong("at")),
        row.getInt("parts_shown"));
  }
}
