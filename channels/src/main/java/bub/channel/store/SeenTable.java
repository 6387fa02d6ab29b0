package bub.channel.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** SQL for the ids that detect duplicates. Runs in a transaction on the store thread. */
final class SeenTable {
  private SeenTable() {}

  /** The next agent of a chat may repeat an answer that its predecessor could not know arrived. */
  static boolean knows(
      Connection connection,
      ChatId chat,
      Address from,
      MessageId messageId,
      @Nullable String replyTo)
      throws SQLException {
    return SqlStatements.count(
            connection,
            """
            SELECT count(*) FROM seen
            WHERE chat_id = ? AND message_id = ? AND (sender = ? OR reply_to = ?)
            """,
            chat.value(),
            messageId.value(),
            from.value(),
            replyTo)
        > 0;
  }

  static void remember(
      Connection connection,
      ChatId chat,
      Address from,
      MessageId messageId,
      @Nullable String replyTo,
      ChatLimits limits,
      Instant now)
      throws SQLException {
    SqlStatements.update(
        connection,
        "INSERT INTO seen (chat_id, message_id, sender, reply_to, at) VALUES (?, ?, ?, ?, ?)",
        chat.value(),
        messageId.value(),
        from.value(),
        replyTo,
        now.toEpochMilli());
    SqlStatements.update(
        connection, "DELETE FROM seen WHERE at < ?", now.minus(limits.seenAge()).toEpochMilli());
    SqlStatements.update(
        connection,
        "DELETE FROM seen WHERE number <= (SELECT max(number) FROM seen) - ?",
        limits.seen());
  }
}
