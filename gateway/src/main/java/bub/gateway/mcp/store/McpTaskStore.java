package bub.gateway.mcp.store;

import bub.channel.store.SqlStatements;
import bub.gateway.mcp.store.StoredTask.Status;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.store.StoreDatabase;
import bub.store.StoreSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Store of the tasks of all MCP clients. The effect of a method survives a power failure once the
 * method returns. Safe for any thread; calls block for the disk.
 */
public final class McpTaskStore implements AutoCloseable {
  public static final int MOST = 1_000;
  public static final int MOST_PER_CALLER = 100;

  /** Time that a task is kept. */
  public static final Duration KEPT = Duration.ofHours(24);

  private static final String UNFINISHED = "status IN ('WORKING', 'INPUT_REQUIRED')";

  private static final StoreSchema SCHEMA =
      StoreSchema.of(
          List.of(
              """
              CREATE TABLE task (
                id TEXT PRIMARY KEY, caller TEXT NOT NULL, tool TEXT NOT NULL,
                arguments BLOB NOT NULL, status TEXT NOT NULL, created INTEGER NOT NULL,
                updated INTEGER NOT NULL, outcome BLOB, questions BLOB, answers BLOB, state TEXT
              ) STRICT
              """));

  private final StoreDatabase database;

  private McpTaskStore(StoreDatabase database) {
    this.database = database;
  }

  /** Opens even when the disk is full, as {@link StoreDatabase#openForServing} does. */
  public static McpTaskStore open(Path file) throws IOException {
    return new McpTaskStore(StoreDatabase.openForServing(file, SCHEMA));
  }

  /** A task that ran when bub stopped cannot go on. Call this before all others. */
  public void failInterrupted(RawJson error, Instant now) throws IOException, InterruptedException {
    database.call(
        c ->
            SqlStatements.update(
                c,
                "UPDATE task SET status = ?, outcome = ?, updated = ? WHERE status = ?",
                Status.FAILED.name(),
                error.toByteArray(),
                now.toEpochMilli(),
                Status.WORKING.name()));
  }

  /** Number of tasks that have not ended, of one caller and of all. */
  public record Unfinished(int own, int all) {}

  public Unfinished unfinished(Address caller, Instant now)
      throws IOException, InterruptedException {
    return database.call(
        c ->
            new Unfinished(
                count(
                    c,
                    UNFINISHED + " AND created >= ? AND caller = ?",
                    oldest(now),
                    caller.value()),
                count(c, UNFINISHED + " AND created >= ?", oldest(now))));
  }

  private static long oldest(Instant now) {
    return now.minus(KEPT).toEpochMilli();
  }

  private static int count(Connection c, String condition, Object... parameters)
      throws SQLException {
    return SqlStatements.count(c, "SELECT count(*) FROM task WHERE " + condition, parameters);
  }

  /**
   * Returns false when there are too many unfinished tasks. Forgets tasks that are too old, and
   * finished ones when they take the room of this one: first those of the same caller, then those
   * of the caller with most of them.
   */
  public boolean add(StoredTask task) throws IOException, InterruptedException {
    return database.call(
        c -> {
          SqlStatements.update(c, "DELETE FROM task WHERE created < ?", oldest(task.created()));
          String caller = task.caller().value();
          boolean hasRoom =
              (count(c, "caller = ?", caller) < MOST_PER_CALLER || forgetOldest(c, caller))
                  && (count(c, "TRUE") < MOST || forgetOldest(c, caller) || forgetOldest(c, null));
          if (hasRoom) {
            insert(c, task);
          }
          return hasRoom;
        });
  }

  /** {@code caller} is null for the one with most finished tasks. Returns false for no task. */
  private static boolean forgetOldest(Connection c, @Nullable String caller) throws SQLException {
    return SqlStatements.update(
            c,
            "DELETE FROM task WHERE id = (SELECT id FROM task WHERE NOT "
                + UNFINISHED
                + " AND caller = coalesce(?, (SELECT caller FROM task WHERE NOT "
                + UNFINISHED
                + " GROUP BY caller ORDER BY count(*) DESC, min(updated) LIMIT 1))"
                + " ORDER BY updated, created, id LIMIT 1)",
            caller)
        > 0;
  }

  private static void insert(Connection c, StoredTask task) throws SQLException {
    SqlStatements.update(
        c,
        "INSERT INTO task (id, caller, tool, arguments, status, created, updated)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
        task.id(),
        task.caller().value(),
        task.tool(),
        task.arguments().toByteArray(),
        task.status().name(),
        task.created().toEpochMilli(),
        task.updated().toEpochMilli());
  }

  /**
   * Changes one task; {@code step} returns it unchanged to change nothing. Returns null for a task
   * that does not exist.
   */
  public @Nullable Change change(String id, Step step) throws IOException, InterruptedException {
    return database.call(
        c -> {
          StoredTask before = read(c, id);
          if (before == null) {
            return null;
          }
          StoredTask after = step.apply(before);
          if (!after.equals(before)) {
            update(c, after);
          }
          return new Change(before, after);
        });
  }

  /** A task before and after one step. */
  public record Change(StoredTask before, StoredTask after) {
    /** True for the one step that gave the task this status. */
    public boolean begins(Status status) {
      return before.status() != status && after.status() == status;
    }
  }

  /** Change of a task, which may run twice. */
  @FunctionalInterface
  public interface Step {
    StoredTask apply(StoredTask before);
  }

  private static void update(Connection c, StoredTask task) throws SQLException {
    SqlStatements.update(
        c,
        "UPDATE task SET status = ?, updated = ?, outcome = ?, questions = ?, answers = ?,"
            + " state = ? WHERE id = ?",
        task.status().name(),
        task.updated().toEpochMilli(),
        bytes(task.outcome()),
        bytes(task.questions()),
        bytes(task.answers()),
        task.state(),
        task.id());
  }

  public @Nullable StoredTask find(String id) throws IOException, InterruptedException {
    return database.call(c -> read(c, id));
  }

  private static @Nullable StoredTask read(Connection c, String id) throws SQLException {
    return SqlStatements.first(c, McpTaskStore::read, "SELECT * FROM task WHERE id = ?", id);
  }

  private static StoredTask read(ResultSet row) throws SQLException {
    RawJson arguments = json(row.getBytes("arguments"));
    return new StoredTask(
        row.getString("id"),
        new Address(row.getString("caller")),
        row.getString("tool"),
        arguments == null ? RawJson.EMPTY_OBJECT : arguments,
        Status.valueOf(row.getString("status")),
        Instant.ofEpochMilli(row.getLong("created")),
        Instant.ofEpochMilli(row.getLong("updated")),
        json(row.getBytes("outcome")),
        json(row.getBytes("questions")),
        json(row.getBytes("answers")),
        row.getString("state"));
  }

  private static @Nullable RawJson json(byte @Nullable [] bytes) {
    return bytes == null ? null : RawJson.trusted(bytes);
  }

  private static byte @Nullable [] bytes(@Nullable RawJson json) {
    return json == null ? null : json.toByteArray();
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
