package bub.client.store;

import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.store.StoreSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** SQL of the handled messages. Every method runs in a transaction on the store thread. */
final class HandledTables {
  static final StoreSchema SCHEMA =
      StoreSchema.of(
          List.of(
              """
              CREATE TABLE handled (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                sender TEXT NOT NULL,
                message_id TEXT NOT NULL,
                ack BLOB NOT NULL,
                handled_at INTEGER NOT NULL,
                UNIQUE (sender, message_id));
              CREATE INDEX handled_by_time ON handled (handled_at)
              """));

  private HandledTables() {}

  static Optional<Ack> find(Connection connection, Envelope envelope) throws SQLException {
    try (var query =
        connection.prepareStatement(
            "SELECT ack FROM handled WHERE sender = ? AND message_id = ?")) {
      query.setString(1, envelope.from().value());
      query.setString(2, envelope.messageId().value());
      try (var rows = query.executeQuery()) {
        return rows.next()
            ? Optional.of(Ack.read(RawJson.trusted(rows.getBytes(1))))
            : Optional.empty();
      }
    }
  }

  /** Also forgets rows that are too old or too many; returns their number. */
  static int keep(
      Connection connection, Envelope envelope, Ack ack, InboxRetention retention, Instant now)
      throws SQLException {
    try (var insert =
        connection.prepareStatement(
            """
            INSERT INTO handled (sender, message_id, ack, handled_at) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """)) {
      insert.setString(1, envelope.from().value());
      insert.setString(2, envelope.messageId().value());
      insert.setBytes(3, ack.toRaw().toByteArray());
      insert.setLong(4, now.toEpochMilli());
      insert.executeUpdate();
    }
    return forget(connection, retention, now);
  }

  private static int forget(Connection connection, InboxRetention retention, Instant now)
      throws SQLException {
    try (var delete =
        connection.prepareStatement(
            // Numbers have no gaps that matter: the newest rows have the highest numbers.
            """
            DELETE FROM handled WHERE handled_at < ?
              OR number <= (SELECT max(number) FROM handled) - ?
            """)) {
      delete.setLong(1, now.minus(retention.age()).toEpochMilli());
      delete.setLong(2, retention.completed());
      return delete.executeUpdate();
    }
  }
}
