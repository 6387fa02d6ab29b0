package bub.client.store;

import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.store.StoreSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** SQL of an outbox. Every method runs in a transaction on the store thread. */
final class OutboxTables {
  // Triggers keep the totals, so that they stay correct in every transaction.
  private static final List<String> VERSIONS =
      List.of(
          """
          CREATE TABLE message (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            sender TEXT NOT NULL,
            destination TEXT NOT NULL,
            message_id TEXT NOT NULL,
            payload BLOB NOT NULL,
            put_at INTEGER NOT NULL,
            UNIQUE (sender, message_id));
          CREATE INDEX message_by_destination ON message (destination, number);
          CREATE TABLE dead_letter (
            number INTEGER PRIMARY KEY,
            sender TEXT NOT NULL,
            destination TEXT NOT NULL,
            message_id TEXT NOT NULL,
            payload BLOB NOT NULL,
            reason TEXT NOT NULL,
            died_at INTEGER NOT NULL);
          CREATE TABLE total (messages INTEGER NOT NULL, bytes INTEGER NOT NULL);
          INSERT INTO total VALUES (0, 0);
          CREATE TRIGGER message_in AFTER INSERT ON message BEGIN
            UPDATE total SET messages = messages + 1, bytes = bytes + length(NEW.payload);
          END;
          CREATE TRIGGER message_out AFTER DELETE ON message BEGIN
            UPDATE total SET messages = messages - 1, bytes = bytes - length(OLD.payload);
          END
          """);

  private static final String RECOUNT =
      "UPDATE total SET messages = (SELECT count(*) FROM message),"
          + " bytes = (SELECT coalesce(sum(length(payload)), 0) FROM message)";

  static final StoreSchema SCHEMA = StoreSchema.of(VERSIONS).withRecount(List.of(RECOUNT));

  private static final String ENVELOPE = "number, sender, destination, message_id, payload";

  record Total(long messages, long bytes) {}

  private OutboxTables() {}

  static PutResult put(Connection connection, Envelope envelope, OutboxLimits limits, Instant now)
      throws SQLException {
    Total total = total(connection);
    if (total.messages() >= limits.messages()) {
      return new PutResult.Refused(
          "the outbox is full: " + total.messages() + " messages are waiting");
    }
    if (total.bytes() + envelope.payload().length() > limits.bytes()) {
      return new PutResult.Refused("the outbox is full: " + total.bytes() + " bytes are waiting");
    }
    try (var insert =
        connection.prepareStatement(
            """
            INSERT INTO message (sender, destination, message_id, payload, put_at)
            VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """)) {
      insert.setString(1, envelope.from().value());
      insert.setString(2, envelope.to().value());
      insert.setString(3, envelope.messageId().value());
      insert.setBytes(4, envelope.payload().toByteArray());
      insert.setLong(5, now.toEpochMilli());
      return insert.executeUpdate() == 1 ? new PutResult.Stored() : new PutResult.Duplicate();
    }
  }

  /** A message whose id the new sender uses already keeps its sender. */
  static int adopt(Connection connection, Address sender) throws SQLException {
    try (var update =
        connection.prepareStatement("UPDATE OR IGNORE message SET sender = ? WHERE sender <> ?")) {
      update.setString(1, sender.value());
      update.setString(2, sender.value());
      return update.executeUpdate();
    }
  }

  static Total total(Connection connection) throws SQLException {
    try (var query = connection.prepareStatement("SELECT messages, bytes FROM total");
        var row = query.executeQuery()) {
      return new Total(row.getLong(1), row.getLong(2));
    }
  }

  static Outbox.Share shareOf(Connection connection, Address sender) throws SQLException {
    try (var query =
        connection.prepareStatement(
            "SELECT count(*), coalesce(sum(length(payload)), 0) FROM message WHERE sender = ?")) {
      query.setString(1, sender.value());
      try (var row = query.executeQuery()) {
        return new Outbox.Share(row.getLong(1), row.getLong(2));
      }
    }
  }

  static List<Address> destinations(Connection connection) throws SQLException {
    var destinations = new ArrayList<Address>();
    try (var query = connection.prepareStatement("SELECT DISTINCT destination FROM message");
        var rows = query.executeQuery()) {
      while (rows.next()) {
        destinations.add(new Address(rows.getString(1)));
      }
    }
    return destinations;
  }

  static Optional<OutboxMessage> head(Connection connection, Address destination)
      throws SQLException {
    try (var query =
        connection.prepareStatement(
            "SELECT " + ENVELOPE + " FROM message WHERE destination = ? ORDER BY number LIMIT 1")) {
      query.setString(1, destination.value());
      try (var rows = query.executeQuery()) {
        return rows.next()
            ? Optional.of(new OutboxMessage(rows.getLong("number"), envelope(rows)))
            : Optional.empty();
      }
    }
  }

  static List<Envelope> waiting(Connection connection, int limit) throws SQLException {
    var envelopes = new ArrayList<Envelope>();
    try (var query =
        connection.prepareStatement(
            "SELECT " + ENVELOPE + " FROM message ORDER BY number LIMIT ?")) {
      query.setInt(1, limit);
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          envelopes.add(envelope(rows));
        }
      }
    }
    return envelopes;
  }

  static boolean remove(Connection connection, long number) throws SQLException {
    try (var delete = connection.prepareStatement("DELETE FROM message WHERE number = ?")) {
      delete.setLong(1, number);
      return delete.executeUpdate() == 1;
    }
  }

  /** Returns the number of older dead letters deleted for this one. */
  static int bury(Connection connection, long number, String reason, Instant now, int limit)
      throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO dead_letter SELECT "
                    + ENVELOPE
                    + ", ?, ? FROM message WHERE number = ?");
        PreparedStatement trim =
            connection.prepareStatement(
                """
                DELETE FROM dead_letter WHERE number IN (
                  SELECT number FROM dead_letter ORDER BY number DESC LIMIT -1 OFFSET ?)
                """)) {
      insert.setString(1, reason);
      insert.setLong(2, now.toEpochMilli());
      insert.setLong(3, number);
      insert.executeUpdate();
      remove(connection, number);
      trim.setInt(1, limit);
      return trim.executeUpdate();
    }
  }

  static List<DeadLetter> deadLetters(Connection connection, int limit) throws SQLException {
    var letters = new ArrayList<DeadLetter>();
    try (var query =
        connection.prepareStatement(
            "SELECT "
                + ENVELOPE
                + ", reason, died_at FROM dead_letter ORDER BY number DESC LIMIT ?")) {
      query.setInt(1, limit);
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          var at = Instant.ofEpochMilli(rows.getLong("died_at"));
          letters.add(new DeadLetter(envelope(rows), rows.getString("reason"), at));
        }
      }
    }
    return letters;
  }

  static long countDeadLetters(Connection connection) throws SQLException {
    try (var query = connection.prepareStatement("SELECT count(*) FROM dead_letter");
        var row = query.executeQuery()) {
      return row.getLong(1);
    }
  }

  private static Envelope envelope(ResultSet row) throws SQLException {
    return new Envelope(
        new Address(row.getString("sender")),
        new Address(row.getString("destination")),
        new MessageId(row.getString("message_id")),
        RawJson.trusted(row.getBytes("payload")));
  }

  record OutboxMessage(long number, Envelope envelope) {}
}
