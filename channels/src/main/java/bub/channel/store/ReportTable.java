package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.protocol.message.DeliveryStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL for unaccepted delivery reports. Runs in a transaction on the store thread. */
final class ReportTable {
  // Above the limit the oldest reports are deleted, because they are worth least.
  private static final int MAX_WAITING = 100;

  private ReportTable() {}

  static void add(Connection connection, ChatId chat, PendingReport report) throws SQLException {
    SqlStatements.update(
        connection,
        """
        INSERT INTO report (chat_id, id, agent, reply_id, status, error) VALUES (?, ?, ?, ?, ?, ?)
        """,
        chat.value(),
        report.id().value(),
        report.agent().value(),
        report.status().messageId().value(),
        report.status().status().name(),
        report.status().error());
    SqlStatements.update(
        connection,
        """
        DELETE FROM report WHERE chat_id = ? AND number <= (
          SELECT number FROM report WHERE chat_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
        """,
        chat.value(),
        chat.value(),
        MAX_WAITING);
  }

  static @Nullable PendingReport oldest(Connection connection, ChatId chat) throws SQLException {
    return SqlStatements.first(
        connection,
        ReportTable::report,
        """
        SELECT id, agent, reply_id, status, error FROM report
        WHERE chat_id = ? ORDER BY number LIMIT 1
        """,
        chat.value());
  }

  private static PendingReport report(ResultSet row) throws SQLException {
    return new PendingReport(
        new MessageId(row.getString("id")),
        new Address(row.getString("agent")),
        new DeliveryStatus(
            new MessageId(row.getString("reply_id")),
            DeliveryStatus.Status.valueOf(row.getString("status")),
            row.getString("error")));
  }

  static boolean remove(Connection connection, ChatId chat, MessageId id) throws SQLException {
    return SqlStatements.update(
            connection, "DELETE FROM report WHERE chat_id = ? AND id = ?", chat.value(), id.value())
        == 1;
  }

  static List<ChatId> chats(Connection connection) throws SQLException {
    return SqlStatements.list(
        connection, row -> new ChatId(row.getString(1)), "SELECT DISTINCT chat_id FROM report");
  }
}
