package bub.client.store;

import bub.store.FileIdentity;
import bub.store.StorageFault;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that touches a connection. What waits at the same moment shares a transaction, and
 * so the wait for the disk.
 */
final class DatabaseThread {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseThread.class);
  private static final int MAX_BATCH = 256;

  private static final class Job<T extends @Nullable Object> {
    private final Transaction<T> task;
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private @Nullable Runnable announcement;

    Job(Transaction<T> task) {
      this.task = task;
    }

    void run(Connection connection) throws SQLException {
      T result = task.run(connection);
      announcement = () -> outcome.complete(result);
    }

    void announce() {
      if (announcement != null) {
        announcement.run();
      }
    }

    void fail(Throwable cause) {
      outcome.completeExceptionally(cause);
    }
  }

  private final StoreFile file;
  private final Path path;
  private FileIdentity identity;
  private Connection connection;
  // Needs no bound of its own: every job has a caller that waits for it.
  private final BlockingQueue<Job<?>> jobs = new LinkedBlockingQueue<>();
  private final Job<Boolean> last = new Job<>(_ -> true);
  private final Thread thread;
  private volatile boolean gone;
  private final AtomicReference<@Nullable StoreRepair> untoldRepair;
  private final AtomicReference<@Nullable Consumer<StoreRepair>> repairListener =
      new AtomicReference<>();

  DatabaseThread(StoreFile file, Connection connection, @Nullable StoreRepair repair) {
    this.file = file;
    this.path = file.path();
    this.identity = FileIdentity.of(path);
    this.connection = connection;
    this.untoldRepair = new AtomicReference<>(repair);
    this.thread = Thread.ofPlatform().name("bub-store").daemon().unstarted(this::write);
  }

  void start() {
    thread.start();
  }

  void onRepair(Consumer<StoreRepair> listener) {
    repairListener.set(listener);
    tellOfRepair();
  }

  private void tellOfRepair() {
    Consumer<StoreRepair> listener = repairListener.get();
    StoreRepair repair = listener == null ? null : untoldRepair.getAndSet(null);
    if (listener != null && repair != null) {
      listener.accept(repair);
    }
  }

  <T extends @Nullable Object> T call(Transaction<T> task)
      throws IOException, InterruptedException {
    var job = new Job<>(task);
    jobs.add(job);
    if (gone) {
      failTheRest();
    }
    try {
      return job.outcome.get();
    } catch (ExecutionException failed) {
      throw new StoreFailed(path, failed.getCause());
    }
  }

  void close() {
    jobs.add(last);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true; // the file must be closed all the same
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    var batch = new ArrayList<Job<?>>();
    try {
      do {
        batch.clear();
        batch.add(jobs.take());
        jobs.drainTo(batch, MAX_BATCH - 1);
        transact(batch);
      } while (!batch.contains(last));
    } catch (InterruptedException nobodyDoesThat) {
      LOG.error("the thread of {} was interrupted", path);
    } finally {
      closeConnection();
      gone = true;
      failTheRest();
    }
  }

  private void closeConnection() {
    try {
      connection.close();
    } catch (SQLException failed) {
      LOG.error("{} could not be closed: {}", path, StorageFault.describe(failed));
    }
  }

  private void failTheRest() {
    for (Job<?> job = jobs.poll(); job != null; job = jobs.poll()) {
      job.fail(new IOException("the store is closed"));
    }
  }

  private void transact(List<Job<?>> batch) {
    try {
      attempt(batch);
    } catch (SQLException | RuntimeException failed) {
      rollBack();
      if (batch.size() > 1) {
        batch.forEach(job -> transact(List.of(job)));
      } else {
        repairAndTryAgain(batch.getFirst(), failed);
      }
      return;
    }
    batch.forEach(Job::announce);
  }

  private void attempt(List<Job<?>> batch) throws SQLException {
    if (!identity.isStillThere()) {
      throw new SQLException("the file was removed while it was in use: put it back, or restart");
    }
    execute("BEGIN IMMEDIATE");
    for (Job<?> job : batch) {
      job.run(connection);
    }
    execute("COMMIT");
  }

  private void repairAndTryAgain(Job<?> job, Exception failed) {
    if (!(failed instanceof SQLException damage && StoreDatabase.isRepairable(file, damage))) {
      job.fail(failed);
      return;
    }
    try {
      connection.close();
      StoreRepair repair = file.replace(damage);
      connection = file.open();
      identity = FileIdentity.of(path);
      untoldRepair.set(repair);
      tellOfRepair();
      attempt(List.of(job));
      job.announce();
    } catch (SQLException | IOException | RuntimeException again) {
      rollBack();
      job.fail(again);
    }
  }

  private void rollBack() {
    try {
      execute("ROLLBACK");
    } catch (SQLException nothingToRollBack) {
      LOG.debug("{}: {}", path, nothingToRollBack.getMessage());
    }
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
