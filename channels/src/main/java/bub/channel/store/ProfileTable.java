package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** SQL for the titles and chosen agents of chats. Runs in a transaction on the store thread. */
final class ProfileTable {
  private static final int TITLE_CHARACTERS = 200;

  private ProfileTable() {}

  /** Keeps an existing title. */
  static void entitle(Connection connection, ChatId chat, String firstWords) throws SQLException {
    SqlStatements.update(
        connection,
        """
        INSERT INTO profile (chat_id, title) VALUES (?, substr(?, 1, ?))
        ON CONFLICT DO UPDATE SET title = excluded.title WHERE title IS NULL
        """,
        chat.value(),
        firstWords,
        TITLE_CHARACTERS);
  }

  static boolean rename(Connection connection, ChatId chat, String title) throws SQLException {
    return SqlStatements.update(
            connection,
            """
            INSERT INTO profile (chat_id, title) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET title = excluded.title
            """,
            chat.value(),
            title)
        == 1;
  }

  static boolean choose(Connection connection, ChatId chat, Address agent) throws SQLException {
    return SqlStatements.update(
            connection,
            """
            INSERT INTO profile (chat_id, chosen_agent) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET chosen_agent = excluded.chosen_agent
            """,
            chat.value(),
            agent.value())
        == 1;
  }

  static ChatProfile profile(Connection connection, ChatId chat) throws SQLException {
    ChatProfile found =
        SqlStatements.first(
            connection,
            row -> new ChatProfile(row.getString(1), address(row.getString(2))),
            "SELECT title, chosen_agent FROM profile WHERE chat_id = ?",
            chat.value());
    return found == null ? ChatProfile.NONE : found;
  }

  private static @Nullable Address address(@Nullable String text) {
    return text == null ? null : new Address(text);
  }

  /** Keeps the ids that detect duplicates. */
  static void delete(Connection connection, ChatId chat) throws SQLException {
    // Finish the lines first: a trigger counts the unfinished ones.
    SqlStatements.update(
        connection,
        "UPDATE line SET to_do = NULL WHERE chat_id = ? AND to_do IS NOT NULL",
        chat.value());
    SqlStatements.update(connection, "DELETE FROM line WHERE chat_id = ?", chat.value());
    SqlStatements.update(connection, "DELETE FROM tool_call WHERE chat_id = ?", chat.value());
    SqlStatements.update(connection, "DELETE FROM chat WHERE chat_id = ?", chat.value());
    SqlStatements.update(connection, "DELETE FROM served WHERE chat_id = ?", chat.value());
    SqlStatements.update(connection, "DELETE FROM profile WHERE chat_id = ?", chat.value());
    SqlStatements.update(connection, "DELETE FROM report WHERE chat_id = ?", chat.value());
  }
}
