package bub.client.store;

import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.store.StoreDatabase;
import bub.store.StoreRepair;
import bub.store.StoreSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Questions and answers per chat on disk, for agents whose model needs the earlier lines. A message
 * that comes twice is one line. Safe for any thread; calls block for the disk.
 */
public final class ChatHistory implements AutoCloseable {
  /** Lines of one chat; older ones are forgotten. */
  public static final int MAX_LINES = 10_000;

  private static final StoreSchema SCHEMA =
      StoreSchema.of(
          List.of(
              """
              CREATE TABLE line (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                chat TEXT NOT NULL,
                message_id TEXT NOT NULL,
                role TEXT NOT NULL,
                text TEXT NOT NULL,
                at INTEGER NOT NULL,
                UNIQUE (chat, message_id, role));
              CREATE INDEX line_by_chat ON line (chat, number)
              """));

  /** Writer of a line. */
  public enum Role {
    USER,
    ASSISTANT;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One line of a conversation. */
  public record Line(Role role, String text, Instant at) {}

  private final StoreDatabase database;
  private final TimeSource time;

  private ChatHistory(StoreDatabase database, TimeSource time) {
    this.database = database;
    this.time = time;
  }

  /** Creates a missing file; throws {@code StoreInUse} when another process has it open. */
  public static ChatHistory open(Path file, TimeSource time) throws IOException {
    return new ChatHistory(StoreDatabase.open(file, SCHEMA), time);
  }

  public ChatHistory onRepair(Consumer<StoreRepair> listener) {
    database.onRepair(listener);
    return this;
  }

  public void add(Address chat, MessageId message, Role role, String text)
      throws IOException, InterruptedException {
    var now = time.now();
    database.call(c -> insert(c, chat, message, new Line(role, text, now)));
  }

  /** Returns the newest lines, oldest first. */
  public List<Line> lines(Address chat, int limit) throws IOException, InterruptedException {
    return database.call(c -> newest(c, chat, limit)).reversed();
  }

  public void clear(Address chat) throws IOException, InterruptedException {
    database.call(c -> delete(c, chat));
  }

  private static int insert(Connection connection, Address chat, MessageId message, Line line)
      throws SQLException {
    try (var insert =
            connection.prepareStatement(
                """
                INSERT INTO line (chat, message_id, role, text, at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """);
        var forget =
            connection.prepareStatement(
                """
                DELETE FROM line WHERE chat = ? AND number <= (
                  SELECT number FROM line WHERE chat = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
                """)) {
      insert.setString(1, chat.value());
      insert.setString(2, message.value());
      insert.setString(3, line.role().word());
      insert.setString(4, line.text());
      insert.setLong(5, line.at().toEpochMilli());
      insert.executeUpdate();
      forget.setString(1, chat.value());
      forget.setString(2, chat.value());
      forget.setInt(3, MAX_LINES);
      return forget.executeUpdate();
    }
  }

  private static List<Line> newest(Connection connection, Address chat, int limit)
      throws SQLException {
    var lines = new ArrayList<Line>();
    try (var query =
        connection.prepareStatement(
            "SELECT role, text, at FROM line WHERE chat = ? ORDER BY number DESC LIMIT ?")) {
      query.setString(1, chat.value());
      query.setInt(2, limit);
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          lines.add(
              new Line(
                  Role.valueOf(rows.getString(1).toUpperCase(Locale.ROOT)),
                  rows.getString(2),
                  Instant.ofEpochMilli(rows.getLong(3))));
        }
      }
    }
    return lines;
  }

  private static int delete(Connection connection, Address chat) throws SQLException {
    try (var delete = connection.prepareStatement("DELETE FROM line WHERE chat = ?")) {
      delete.setString(1, chat.value());
      return delete.executeUpdate();
    }
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
