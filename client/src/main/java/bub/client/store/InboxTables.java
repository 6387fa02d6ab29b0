package bub.client.store;

import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.store.StoreSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL of an inbox. Every method runs in a transaction on the store thread. */
final class InboxTables {
  private static final List<String> VERSIONS =
      List.of(
          """
          CREATE TABLE message (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            sender TEXT NOT NULL,
            destination TEXT NOT NULL,
            message_id TEXT NOT NULL,
            payload BLOB NOT NULL,
            accepted_at INTEGER NOT NULL,
            completed_at INTEGER,
            ack BLOB,
            UNIQUE (sender, message_id));
          CREATE INDEX message_pending ON message (number) WHERE completed_at IS NULL;
          CREATE INDEX message_completed ON message (completed_at) WHERE completed_at IS NOT NULL;
          CREATE TABLE total (pending INTEGER NOT NULL, completed INTEGER NOT NULL);
          INSERT INTO total VALUES (0, 0);
          CREATE TRIGGER message_in AFTER INSERT ON message BEGIN
            UPDATE total SET pending = pending + 1;
          END;
          CREATE TRIGGER message_done AFTER UPDATE OF completed_at ON message BEGIN
            UPDATE total SET pending = pending - 1, completed = completed + 1;
          END;
          CREATE TRIGGER message_out AFTER DELETE ON message BEGIN
            UPDATE total SET completed = completed - 1;
          END
          """);

  private static final String RECOUNT =
      "UPDATE total SET pending = (SELECT count(*) FROM message WHERE completed_at IS NULL),"
          + " completed = (SELECT count(*) FROM message WHERE completed_at IS NOT NULL)";

  static final StoreSchema SCHEMA = StoreSchema.of(VERSIONS).withRecount(List.of(RECOUNT));

  private static final String PENDING =
      "SELECT number, sender, destination, message_id, payload, accepted_at FROM message"
          + " WHERE completed_at IS NULL AND number > ? ORDER BY number LIMIT ?";

  private InboxTables() {}

  sealed interface Arrival {
    record New() implements Arrival {}

    record Known(Ack ack) implements Arrival {}

    record Full() implements Arrival {}
  }

  static Arrival accept(
      Connection connection, Envelope envelope, Ack accepted, InboxRetention retention, Instant now)
      throws SQLException {
    Ack known = known(connection, envelope, accepted);
    if (known != null) {
      return new Arrival.Known(known);
    }
    if (count(connection, "pending") >= retention.pending()) {
      return new Arrival.Full();
    }
    try (var insert =
        connection.prepareStatement(
            """
            INSERT INTO message (sender, destination, message_id, payload, accepted_at)
            VALUES (?, ?, ?, ?, ?)
            """)) {
      insert.setString(1, envelope.from().value());
      insert.setString(2, envelope.to().value());
      insert.setString(3, envelope.messageId().value());
      insert.setBytes(4, envelope.payload().toByteArray());
      insert.setLong(5, now.toEpochMilli());
      insert.executeUpdate();
    }
    return new Arrival.New();
  }

  private static @Nullable Ack known(Connection connection, Envelope envelope, Ack accepted)
      throws SQLException {
    try (var query =
        connection.prepareStatement(
            "SELECT ack FROM message WHERE sender = ? AND message_id = ?")) {
      query.setString(1, envelope.from().value());
      query.setString(2, envelope.messageId().value());
      try (var rows = query.executeQuery()) {
        if (!rows.next()) {
          return null;
        }
        byte[] ack = rows.getBytes(1);
        return ack == null ? accepted : Ack.read(RawJson.trusted(ack));
      }
    }
  }

  static List<AcceptedMessage> pending(Connection connection, long after, int limit)
      throws SQLException {
    var messages = new ArrayList<AcceptedMessage>();
    try (var query = connection.prepareStatement(PENDING)) {
      query.setLong(1, after);
      query.setInt(2, limit);
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          messages.add(message(rows));
        }
      }
    }
    return messages;
  }

  /** False when the message is completed already or unknown. */
  static boolean complete(Connection connection, long number, Ack ack, Instant now)
      throws SQLException {
    try (var update =
        connection.prepareStatement(
            // The key and the ack suffice to detect duplicates.
            """
            UPDATE message SET completed_at = ?, ack = ?, payload = x''
            WHERE number = ? AND completed_at IS NULL
            """)) {
      update.setLong(1, now.toEpochMilli());
      update.setBytes(2, ack.toRaw().toByteArray());
      update.setLong(3, number);
      return update.executeUpdate() == 1;
    }
  }

  static int forget(Connection connection, InboxRetention retention, Instant now)
      throws SQLException {
    long tooMany = Math.max(0, count(connection, "completed") - retention.completed());
    try (var delete =
        connection.prepareStatement(
            """
            DELETE FROM message WHERE number IN (
              SELECT number FROM message WHERE completed_at < ?
              UNION SELECT number FROM (
                SELECT number FROM message WHERE completed_at IS NOT NULL
                ORDER BY completed_at, number LIMIT ?))
            """)) {
      delete.setLong(1, now.minus(retention.age()).toEpochMilli());
      delete.setLong(2, tooMany);
      return delete.executeUpdate();
    }
  }

  static long count(Connection connection, String which) throws SQLException {
    try (var query = connection.prepareStatement("SELECT " + which + " FROM total");
        var row = query.executeQuery()) {
      return row.getLong(1);
    }
  }

  private static AcceptedMessage message(ResultSet row) throws SQLException {
    var envelope =
        new Envelope(
            new Address(row.getString("sender")),
            new Address(row.getString("destination")),
            new MessageId(row.getString("message_id")),
            RawJson.trusted(row.getBytes("payload")));
    var at = Instant.ofEpochMilli(row.getLong("accepted_at"));
    return new AcceptedMessage(row.getLong("number"), envelope, at);
  }
}
