package bub.system.budget.store;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQL of reservations and known steps. Every method runs in a transaction on the store thread. */
final class ReservationTables {
  private static final int MAX_ROWS = 100_000;
  private static final int MAX_OPEN = 10_000;
  private static final String COLUMNS =
      "agent, id, chat, trace, model, calls, tokens_in, tokens_out, cost, unpriced, day, at";

  enum State {
    /** Counts with its estimate, even when its agent was killed. */
    OPEN,
    /** The agent reported the use itself, and its step events repeat that. */
    SETTLED,
    /** A step event reported the use. */
    REPORTED
  }

  private ReservationTables() {}

  static void put(Connection connection, ModelCall call, State state) throws SQLException {
    try (var insert =
            connection.prepareStatement(
                "INSERT INTO reservation (%s, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    .formatted(COLUMNS));
        var delete =
            connection.prepareStatement(
                "DELETE FROM reservation WHERE seq <= (SELECT max(seq) FROM reservation) - ?")) {
      insert.setString(1, call.agent().value());
      insert.setString(2, call.id().value());
      insert.setString(3, call.chatText());
      insert.setString(4, call.traceText());
      insert.setString(5, call.model());
      UsageTables.set(insert, 6, call.spending());
      insert.setString(11, call.day().toString());
      insert.setLong(12, call.at().toEpochMilli());
      insert.setString(13, state.name());
      insert.executeUpdate();
      delete.setInt(1, MAX_ROWS);
      delete.executeUpdate();
    }
  }

  static @Nullable State state(Connection connection, Address agent, MessageId id)
      throws SQLException {
    try (var query =
        connection.prepareStatement("SELECT state FROM reservation WHERE agent = ? AND id = ?")) {
      query.setString(1, agent.value());
      query.setString(2, id.value());
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? State.valueOf(row.getString(1)) : null;
      }
    }
  }

  static @Nullable ModelCall find(Connection connection, Address agent, MessageId id)
      throws SQLException {
    try (var query =
        connection.prepareStatement(
            "SELECT " + COLUMNS + " FROM reservation WHERE agent = ? AND id = ?")) {
      query.setString(1, agent.value());
      query.setString(2, id.value());
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? call(row) : null;
      }
    }
  }

  static @Nullable ModelCall oldestOpen(Connection connection, Address agent, String trace)
      throws SQLException {
    try (var query =
        connection.prepareStatement(
            "SELECT %s FROM reservation WHERE agent = ? AND trace = ? AND state = ? ORDER BY seq LIMIT 1"
                .formatted(COLUMNS))) {
      query.setString(1, agent.value());
      query.setString(2, trace);
      query.setString(3, State.OPEN.name());
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? call(row) : null;
      }
    }
  }

  static boolean hasSettled(Connection connection, Address agent, String trace)
      throws SQLException {
    try (var query =
        connection.prepareStatement(
            "SELECT 1 FROM reservation WHERE agent = ? AND trace = ? AND state = ? LIMIT 1")) {
      query.setString(1, agent.value());
      query.setString(2, trace);
      query.setString(3, State.SETTLED.name());
      try (ResultSet row = query.executeQuery()) {
        return row.next();
      }
    }
  }

  /** Reservations whose calls may still be under way. */
  static List<ModelCall> openSince(Connection connection, Instant begin) throws SQLException {
    var open = new ArrayList<ModelCall>();
    try (var query =
        connection.prepareStatement(
            "SELECT %s FROM reservation WHERE state = ? AND at >= ? ORDER BY seq DESC LIMIT ?"
                .formatted(COLUMNS))) {
      query.setString(1, State.OPEN.name());
      query.setLong(2, begin.toEpochMilli());
      query.setInt(3, MAX_OPEN);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          open.add(call(rows));
        }
      }
    }
    return open;
  }

  private static ModelCall call(ResultSet row) throws SQLException {
    String chat = row.getString(3);
    return new ModelCall(
        new Address(row.getString(1)),
        new MessageId(row.getString(2)),
        chat.isEmpty() ? null : new Address(chat),
        TraceId.parse(row.getString(4)),
        row.getString(5),
        UsageTables.spending(row, 6),
        LocalDate.parse(row.getString(11)),
        Instant.ofEpochMilli(row.getLong(12)));
  }

  static void close(Connection connection, ModelCall call, State state) throws SQLException {
    try (var update =
        connection.prepareStatement(
            "UPDATE reservation SET state = ? WHERE agent = ? AND id = ?")) {
      update.setString(1, state.name());
      update.setString(2, call.agent().value());
      update.setString(3, call.id().value());
      update.executeUpdate();
    }
  }

  static void move(Connection connection, String day, String today) throws SQLException {
    try (var update = connection.prepareStatement("UPDATE reservation SET day = ? WHERE day = ?")) {
      update.setString(1, today);
      update.setString(2, day);
      update.executeUpdate();
    }
  }

  /** False for a step event that was counted before. */
  static boolean isNewStep(Connection connection, Address agent, MessageId id) throws SQLException {
    try (var insert =
            connection.prepareStatement(
                "INSERT INTO step (agent, id) VALUES (?, ?) ON CONFLICT DO NOTHING");
        var delete =
            connection.prepareStatement(
                "DELETE FROM step WHERE seq <= (SELECT max(seq) FROM step) - ?")) {
      insert.setString(1, agent.value());
      insert.setString(2, id.value());
      if (insert.executeUpdate() == 0) {
        return false;
      }
      delete.setInt(1, MAX_ROWS);
      delete.executeUpdate();
      return true;
    }
  }
}
