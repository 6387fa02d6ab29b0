package bub.gateway.a2a.store;

import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.store.CommitPolicy;
import bub.store.StoreDatabase;
import bub.store.StoreSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of all callers on disk, with their webhooks and the notifications that wait. Safe for any
 * thread; calls block for the disk.
 */
public final class A2aTaskStore implements AutoCloseable {
  private static final List<String> SCHEMA =
      List.of(
          """
          CREATE TABLE task (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            place TEXT NOT NULL,
            context TEXT NOT NULL,
            state TEXT NOT NULL,
            is_open INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            body BLOB NOT NULL) WITHOUT ROWID;
          CREATE INDEX task_by_owner ON task (owner, place, updated DESC, id DESC);
          CREATE INDEX task_by_place ON task (place, updated DESC, id DESC);
          CREATE INDEX task_by_age ON task (is_open, updated);
          CREATE TABLE push_config (
            task TEXT NOT NULL REFERENCES task (id),
            id TEXT NOT NULL,
            config BLOB NOT NULL,
            PRIMARY KEY (task, id)) WITHOUT ROWID;
          CREATE TABLE notification (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            task TEXT NOT NULL,
            config TEXT NOT NULL,
            event BLOB NOT NULL,
            attempts INTEGER NOT NULL,
            due INTEGER NOT NULL);
          CREATE INDEX notification_by_due ON notification (due);
          CREATE INDEX notification_by_config ON notification (task, config)
          """,
          // A table with row ids has room for a usual task in its page. Most tasks are over when
          // they are stored, and need no place among the open ones.
          """
          CREATE TABLE task_copy (
            id TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            place TEXT NOT NULL,
            context TEXT NOT NULL,
            state TEXT NOT NULL,
            is_open INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            body BLOB NOT NULL);
          INSERT INTO task_copy SELECT id, owner, place, context, state, is_open, updated, body
            FROM task ORDER BY updated;
          DROP TABLE task;
          ALTER TABLE task_copy RENAME TO task;
          CREATE INDEX task_by_owner ON task (owner, place, updated DESC, id DESC);
          CREATE INDEX task_by_place ON task (place, updated DESC, id DESC);
          CREATE INDEX task_open ON task (updated) WHERE is_open = 1
          """);

  /** Tasks that a caller asks for. */
  public record Query(
      @Nullable Address owner,
      String place,
      @Nullable String context,
      @Nullable A2aTaskState state,
      @Nullable Instant after,
      @Nullable String pageToken,
      int limit) {}

  /** One page; {@code next} is empty for the last one. */
  public record Page(List<A2aTask> tasks, String next, int total) {}

  /** Webhook of a task. */
  public record PushConfig(String task, String id, RawJson config) {}

  /** Event that a webhook must get. */
  public record Notification(
      long seq,
      String task,
      String config,
      RawJson event,
      int attempts,
      RawJson target,
      Address owner) {}

  private final StoreDatabase database;
  private final TaskTable.Writer tasks = new TaskTable.Writer();

  private A2aTaskStore(StoreDatabase database) {
    this.database = database;
  }

  /** Opens the file even on a full disk. */
  public static A2aTaskStore open(Path file) throws IOException {
    // Tasks are as safe as the activity log, and a call waits for its task.
    return new A2aTaskStore(
        StoreDatabase.openForServing(file, StoreSchema.of(SCHEMA), CommitPolicy.SHARED));
  }

  /** Stores a task and queues the events for its webhooks; returns true when there are any. */
  public boolean put(A2aTask task, List<RawJson> events) throws IOException, InterruptedException {
    return database.call(
        c -> {
          tasks.put(c, task);
          return !events.isEmpty() && PushTables.queue(c, task.id(), events, task.updated());
        });
  }

  /** Does what {@link #put} does without blocking; fails with an {@link IOException}. */
  public CompletableFuture<Boolean> putLater(A2aTask task, List<RawJson> events) {
    return database.submit(
        c -> {
          tasks.put(c, task);
          return !events.isEmpty() && PushTables.queue(c, task.id(), events, task.updated());
        });
  }

  public @Nullable A2aTask find(String id) throws IOException, InterruptedException {
    return database.<@Nullable A2aTask>call(c -> TaskTable.find(c, id));
  }

  public Page page(Query query) throws IOException, InterruptedException {
    PagePosition from = PagePosition.read(query.pageToken()); // a caller's mistake, not the store's
    return database.call(c -> TaskTable.page(c, query, from));
  }

  public List<A2aTask> open(int limit) throws IOException, InterruptedException {
    return database.call(c -> TaskTable.open(c, limit));
  }

  public void remove(String id) throws IOException, InterruptedException {
    database.call(c -> TaskTable.remove(c, id));
  }

  /** Removes closed tasks that are too old, too many or too large together. */
  public int forget(Instant before, int mostPerOwner, long mostBytes)
      throws IOException, InterruptedException {
    return database.call(c -> TaskTable.forget(c, before, mostPerOwner, mostBytes));
  }

  // ---- webhooks

  /** Returns false when the task has the most webhooks already. */
  public boolean putPush(PushConfig config, int most) throws IOException, InterruptedException {
    return database.call(c -> PushTables.put(c, config, most));
  }

  public List<PushConfig> pushes(String task) throws IOException, InterruptedException {
    return database.call(c -> PushTables.of(c, task));
  }

  public boolean removePush(String task, String id) throws IOException, InterruptedException {
    return database.call(c -> PushTables.remove(c, task, id));
  }

  /**
   * The oldest waiting notification of each webhook that is due, so that they stay in order, and
   * not more than {@code mostPerOwner} of one owner.
   */
  public List<Notification> due(Instant now, int mostPerOwner, int limit)
      throws IOException, InterruptedException {
    return database.call(c -> PushTables.due(c, now, mostPerOwner, limit));
  }

  /** Returns null when nothing waits. */
  public @Nullable Instant nextDue() throws IOException, InterruptedException {
    return database.<@Nullable Instant>call(PushTables::nextDue);
  }

  public void delivered(long seq) throws IOException, InterruptedException {
    database.call(c -> PushTables.delivered(c, seq));
  }

  public void postpone(long seq, int attempts, Instant due)
      throws IOException, InterruptedException {
    database.call(c -> PushTables.postpone(c, seq, attempts, due));
  }

  @Override
  public void close() throws IOException {
    database.close();
  }
}
