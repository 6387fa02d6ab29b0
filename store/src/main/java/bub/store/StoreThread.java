package bub.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Single platform thread that uses a connection, because SQLite would pin a virtual thread. Any
 * thread may submit jobs; they run in order, and are refused when the queue is full.
 */
public final class StoreThread {
  /** Capacity for callers that block on each job: the number of callers is then the bound. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(StoreThread.class);
  private static final int MAX_BATCH = 256;

  interface Runner {
    void run(List<StoreJob<?>> batch);
  }

  private final Runner runner;
  private final long intervalNanos;
  private final int capacity;
  private final Semaphore room;
  // Each job acquires permits of the semaphore, which bounds the queue.
  private final BlockingQueue<StoreJob<?>> jobs = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean ended;

  StoreThread(String name, int capacity, Runner runner) {
    this(name, capacity, runner, Duration.ZERO);
  }

  private StoreThread(String name, int capacity, Runner runner, Duration interval) {
    this.runner = runner;
    this.intervalNanos = interval.toNanos();
    this.capacity = capacity;
    this.room = new Semaphore(capacity);
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::work);
  }

  public static StoreThread forTransactions(String name, int capacity, StoreConnection store) {
    return forTransactions(name, capacity, store, CommitPolicy.DURABLE);
  }

  static StoreThread forTransactions(
      String name, int capacity, StoreConnection store, CommitPolicy commits) {
    var runner = new TransactionRunner(store);
    return started(new StoreThread(name, capacity, runner, commits.interval()));
  }

  public static StoreThread forQueries(String name, int capacity, StoreConnection store) {
    return started(new StoreThread(name, capacity, new QueryRunner(store)));
  }

  private static StoreThread started(StoreThread store) {
    store.start();
    return store;
  }

  void start() {
    thread.start();
  }

  /** Returns a future that fails only with an {@link IOException}: {@link StoreBusy} when full. */
  public <T extends @Nullable Object> CompletableFuture<T> submit(int weight, Transaction<T> task) {
    var job = new StoreJob<>(task, Math.min(weight, capacity));
    if (closing) {
      job.fail(closed());
    } else if (!room.tryAcquire(job.weight())) {
      job.fail(new StoreBusy());
    } else {
      jobs.add(job);
      if (ended) {
        refuseTheRest();
      }
    }
    return job.result();
  }

  /** Finishes the submitted jobs, then ends the thread. */
  public void close() {
    closing = true;
    jobs.add(new StoreJob<>(_ -> true, 0)); // wakes the thread
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true; // the file must still be closed
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    var batch = new ArrayList<StoreJob<?>>();
    long earliest = System.nanoTime();
    try {
      while (!closing || !jobs.isEmpty()) {
        batch.add(jobs.take());
        gather(earliest);
        jobs.drainTo(batch, MAX_BATCH - 1);
        runner.run(batch);
        earliest = System.nanoTime() + intervalNanos;
        batch.forEach(job -> room.release(job.weight()));
        batch.clear();
      }
    } catch (InterruptedException unexpected) {
      LOG.error("The thread {} was interrupted and stops", thread.getName());
    } finally {
      closing = true;
      ended = true;
      batch.forEach(job -> job.fail(closed()));
      refuseTheRest();
    }
  }

  /** Waits until the next batch may run, so that more jobs share it. The first job never waits. */
  private void gather(long earliest) {
    long left = intervalNanos == 0 || closing ? 0 : earliest - System.nanoTime();
    if (left > 0) {
      LockSupport.parkNanos(left);
    }
  }

  private void refuseTheRest() {
    for (StoreJob<?> job = jobs.poll(); job != null; job = jobs.poll()) {
      job.fail(closed());
    }
  }

  private static IOException closed() {
    return new IOException("the store is closed");
  }

  /** Runner that executes queries one by one. Store thread only. */
  private record QueryRunner(StoreConnection store) implements StoreThread.Runner {

    @Override
    public void run(List<StoreJob<?>> batch) {
      for (StoreJob<?> job : batch) {
        try {
          job.run(store.connection());
          job.succeed();
        } catch (SQLException | RuntimeException failed) {
          store.discardStatements();
          job.fail(new StoreFailed(store.file(), failed));
        }
      }
    }
  }

  /** Signals that the queue of a store is full. The caller can submit the same task again later. */
  public static final class StoreBusy extends IOException {
    private static final long serialVersionUID = 1L;

    StoreBusy() {
      super("the store is busy. Try again later.");
    }
  }

  static final class StoreJob<T extends @Nullable Object> {
    private final Transaction<T> task;
    private final int weight;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private @Nullable Runnable completion;

    StoreJob(Transaction<T> task, int weight) {
      this.task = task;
      this.weight = weight;
    }

    CompletableFuture<T> result() {
      return result;
    }

    /** Capacity of the queue that the job uses. */
    int weight() {
      return weight;
    }

    /** Runs the task. Its caller receives the result only after {@link #succeed}. */
    void run(Connection connection) throws SQLException {
      T value = task.run(connection);
      completion = () -> result.complete(value);
    }

    void succeed() {
      if (completion != null) {
        completion.run();
      }
    }

    void fail(IOException why) {
      result.completeExceptionally(why);
    }
  }
}
