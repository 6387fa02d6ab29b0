package bub.client.store;

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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that touches a connection. What waits at the same moment shares a transaction, and
 * so the wait for the disk.
 */
final class Scribe {
  private static final Logger LOG = LoggerFactory.getLogger(Scribe.class);
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

  private final Path path;
  private final Connection connection;
  // Needs no bound of its own: every job has a caller that waits for it.
  private final BlockingQueue<Job<?>> jobs = new LinkedBlockingQueue<>();
  private final Job<Boolean> last = new Job<>(_ -> true);
  private final Thread thread;
  private volatile boolean gone;

  Scribe(Path path, Connection connection) {
    this.path = path;
    this.connection = connection;
    this.thread = Thread.ofPlatform().name("bub-store").daemon().unstarted(this::write);
  }

  void start() {
    thread.start();
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
    try (connection) {
      do {
        batch.clear();
        batch.add(jobs.take());
        jobs.drainTo(batch, MAX_BATCH - 1);
        transact(batch);
      } while (!batch.contains(last));
    } catch (SQLException failed) {
      LOG.error("{} could not be closed", path, failed);
    } catch (InterruptedException nobodyDoesThat) {
      LOG.error("the thread of {} was interrupted", path);
    } finally {
      gone = true;
      failTheRest();
    }
  }

  private void failTheRest() {
    for (Job<?> job = jobs.poll(); job != null; job = jobs.poll()) {
      job.fail(new IOException("the store is closed"));
    }
  }

  private void transact(List<Job<?>> batch) {
    try {
      execute("BEGIN IMMEDIATE");
      for (Job<?> job : batch) {
        job.run(connection);
      }
      execute("COMMIT");
    } catch (SQLException | RuntimeException failed) {
      rollBack();
      if (batch.size() == 1) {
        batch.getFirst().fail(failed);
      } else {
        batch.forEach(job -> transact(List.of(job)));
      }
      return;
    }
    batch.forEach(Job::announce);
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
