package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/** SQL for the current and former agents of chats. Runs in a transaction on the store thread. */
final class AgentTable {
  private static final int REMEMBERED = 16;

  private AgentTable() {}

  static AgentAssignment assignment(Connection connection, ChatId chat) throws SQLException {
    AgentAssignment found =
        SqlStatements.first(
            connection,
            AgentTable::assignment,
            "SELECT agent, configured FROM chat WHERE chat_id = ?",
            chat.value());
    return found == null ? AgentAssignment.NONE : found;
  }

  private static AgentAssignment assignment(ResultSet row) throws SQLException {
    String agent = row.getString(1);
    return agent == null
        ? AgentAssignment.NONE
        : new AgentAssignment(new Address(agent), row.getBoolean(2));
  }

  static void assign(Connection connection, ChatId chat, Address agent, Instant now)
      throws SQLException {
    SqlStatements.update(
        connection,
        """
        INSERT INTO chat VALUES (?, ?, 0)
        ON CONFLICT DO UPDATE SET agent = excluded.agent, configured = 0
        """,
        chat.value(),
        agent.value());
    SqlStatements.update(
        connection,
        """
        INSERT INTO served VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET since = excluded.since
        """,
        chat.value(),
        agent.value(),
        now.toEpochMilli());
    SqlStatements.update(
        connection,
        """
        DELETE FROM served WHERE chat_id = ? AND agent IN (
          SELECT agent FROM served WHERE chat_id = ? ORDER BY since DESC LIMIT -1 OFFSET ?)
        """,
        chat.value(),
        chat.value(),
        REMEMBERED);
  }

  static boolean configured(Connection connection, ChatId chat, Address agent) throws SQLException {
    return SqlStatements.update(
            connection,
            "UPDATE chat SET configured = 1 WHERE chat_id = ? AND agent = ?",
            chat.value(),
            agent.value())
        == 1;
  }

  static boolean leave(Connection connection, ChatId chat, Address agent) throws SQLException {
    return SqlStatements.update(
            connection,
            "UPDATE chat SET agent = NULL, configured = 0 WHERE chat_id = ? AND agent = ?",
            chat.value(),
            agent.value())
        == 1;
  }

  static boolean hasServed(Connection connection, ChatId chat, Address agent) throws SQLException {
    return SqlStatements.count(
            connection,
            "SELECT count(*) FROM served WHERE chat_id = ? AND agent = ?",
            chat.value(),
            agent.value())
        > 0;
  }
}
