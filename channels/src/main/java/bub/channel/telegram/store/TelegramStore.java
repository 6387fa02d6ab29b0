package bub.channel.telegram.store;

import bub.channel.store.SqlStatements;
import bub.json.RawJson;
import bub.protocol.message.ChatId;
import bub.store.StoreDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Store of unprocessed updates, changed group ids and drafts. The effect of a method survives a
 * power failure once the method returns. Safe for any thread; calls block for the disk.
 */
public final class TelegramStore implements AutoCloseable {
  // A place is Telegram's current id of a chat; its home is the chat id that bub uses.
  private static final List<String> SCHEMA =
      List.of(
          """
          CREATE TABLE waiting (
            update_id INTEGER PRIMARY KEY,
            chat TEXT NOT NULL,
            raw BLOB NOT NULL);
          CREATE INDEX waiting_in_chat ON waiting (chat, update_id);
          CREATE TABLE moved (
            home TEXT PRIMARY KEY,
            place TEXT NOT NULL) WITHOUT ROWID;
          CREATE TABLE draft (
            home TEXT PRIMARY KEY,
            chat TEXT NOT NULL,
            message_id INTEGER NOT NULL,
            answers TEXT NOT NULL,
            line INTEGER) WITHOUT ROWID
          """);

  private final StoreDatabase database;
  private final int maxWaiting;
  // Few and needed for every message, so they are also kept in memory.
  private final Map<ChatId, ChatId> places = new ConcurrentHashMap<>();
  private final Map<ChatId, ChatId> homes = new ConcurrentHashMap<>();

  private TelegramStore(StoreDatabase database, int maxWaiting) {
    this.database = database;
    this.maxWaiting = maxWaiting;
  }

  /** Throws {@link bub.store.StoreInUse} when another process has the file open. */
  public static TelegramStore open(Path file, int maxWaiting)
      throws IOException, InterruptedException {
    var store = new TelegramStore(StoreDatabase.open(file, SCHEMA), maxWaiting);
    for (List<ChatId> move : store.moves()) {
      store.remember(move.getFirst(), move.getLast());
    }
    return store;
  }

  // ---- updates

  /** Stores each update once. Returns false when there is no space now. */
  public boolean keep(List<PendingUpdate> updates) throws IOException, InterruptedException {
    return updates.isEmpty()
        || database.call(
            c -> {
              if (SqlStatements.count(c, "SELECT count(*) FROM waiting") + updates.size()
                  > maxWaiting) {
                return false;
              }
              for (PendingUpdate update : updates) {
                SqlStatements.update(
                    c,
                    "INSERT INTO waiting VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    update.updateId(),
                    update.chat().value(),
                    update.raw().toByteArray());
              }
              return true;
            });
  }

  public List<PendingUpdate> next(ChatId chat, int limit) throws IOException, InterruptedException {
    return database.call(
        c ->
            SqlStatements.list(
                c,
                TelegramStore::waiting,
                "SELECT * FROM waiting WHERE chat = ? ORDER BY update_id LIMIT ?",
                chat.value(),
                limit));
  }

  private static PendingUpdate waiting(ResultSet row) throws SQLException {
    return new PendingUpdate(
        row.getLong("update_id"),
        new ChatId(row.getString("chat")),
        RawJson.trusted(row.getBytes("raw")));
  }

  /** Deletes all of them, or none. */
  public void done(List<PendingUpdate> updates) throws IOException, InterruptedException {
    database.call(
        c -> {
          for (PendingUpdate update : updates) {
            SqlStatements.update(c, "DELETE FROM waiting WHERE update_id = ?", update.updateId());
          }
          return updates.size();
        });
  }

  public List<ChatId> chatsWaiting() throws IOException, InterruptedException {
    return database.call(
        c ->
            SqlStatements.list(
                c, row -> new ChatId(row.getString(1)), "SELECT DISTINCT chat FROM waiting"));
  }

  // ---- groups whose id changed

  public void move(ChatId from, ChatId to) throws IOException, InterruptedException {
    ChatId home = homeOf(from);
    database.call(
        c ->
            SqlStatements.update(
                c,
                "INSERT INTO moved VALUES (?, ?) ON CONFLICT DO UPDATE SET place = excluded.place",
                home.value(),
                to.value()));
    remember(home, to);
  }

  private List<List<ChatId>> moves() throws IOException, InterruptedException {
    return database.call(
        c ->
            SqlStatements.list(
                c,
                row -> List.of(new ChatId(row.getString(1)), new ChatId(row.getString(2))),
                "SELECT home, place FROM moved"));
  }

  private void remember(ChatId home, ChatId place) {
    places.put(home, place);
    homes.put(place, home);
  }

  public ChatId homeOf(ChatId place) {
    return homes.getOrDefault(place, place);
  }

  /** For a topic, the id of its group. */
  public ChatId placeOf(ChatId conversation) {
    ChatId home = ForumTopic.groupOf(conversation);
    return places.getOrDefault(home, home);
  }

  // ---- drafts

  public @Nullable Draft draft(ChatId home) throws IOException, InterruptedException {
    return database.call(
        c ->
            SqlStatements.first(
                c, TelegramStore::draft, "SELECT * FROM draft WHERE home = ?", home.value()));
  }

  private static Draft draft(ResultSet row) throws SQLException {
    long number = row.getLong("line");
    Long line = row.wasNull() ? null : number;
    return new Draft(
        row.getString("chat"), row.getLong("message_id"), row.getString("answers"), line);
  }

  /** Replaces the previous draft. */
  public void keep(ChatId home, Draft draft) throws IOException, InterruptedException {
    database.call(
        c ->
            SqlStatements.update(
                c,
                "INSERT OR REPLACE INTO draft VALUES (?, ?, ?, ?, ?)",
                home.value(),
                draft.chat(),
                draft.messageId(),
                draft.answers(),
                draft.line()));
  }

  public void forgetDraft(ChatId home) throws IOException, InterruptedException {
    database.call(c -> SqlStatements.update(c, "DELETE FROM draft WHERE home = ?", home.value()));
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
