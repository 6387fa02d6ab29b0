package bub.lobby.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue with a platform thread behind it (SQLite would pin a virtual one) that hands what has
 * gathered to a clerk. Jobs are submitted from any thread and refused when there is no room.
 */
final class StoreQueue {
  private static final Logger LOG = LoggerFactory.getLogger(StoreQueue.class);
  private static final int MAX_BATCH = 256;

  /** Settles jobs, on the desk's thread. */
  interface Clerk {
    void serve(List<StoreJob<?>> jobs);
  }

  private final Clerk clerk;
  private final int capacity;
  private final Semaphore room;
  // Bounded by the room that every job in it takes.
  private final BlockingQueue<StoreJob<?>> jobs = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean gone;

  StoreQueue(String name, int capacity, Clerk clerk) {
    this.clerk = clerk;
    this.capacity = capacity;
    this.room = new Semaphore(capacity);
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::work);
  }

  void open() {
    thread.start();
  }

  <T extends @Nullable Object> CompletableFuture<T> submit(int weight, StoreJob.Task<T> task) {
    var job = new StoreJob<>(task, Math.min(weight, capacity));
    if (closing) {
      job.fail(closed());
    } else if (!room.tryAcquire(job.weight())) {
      job.fail(new StoreBusy());
    } else {
      jobs.add(job);
      if (gone) {
        refuseTheRest();
      }
    }
    return job.answer();
  }

  /** Finishes what was submitted before, then ends the thread. */
  void close() {
    closing = true;
    jobs.add(new StoreJob<>(() -> true, 0)); // or the thread would not notice
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

  private void work() {
    var batch = new ArrayList<StoreJob<?>>();
    try {
      while (!closing || !jobs.isEmpty()) {
        batch.add(jobs.take());
        jobs.drainTo(batch, MAX_BATCH - 1);
        clerk.serve(batch);
        batch.forEach(job -> room.release(job.weight()));
        batch.clear();
      }
    } catch (InterruptedException nobodyDoesThat) {
      LOG.error("{} was interrupted and ends", thread.getName());
    } finally {
      // Whatever ended this thread: nobody may wait for it any more.
      closing = true;
      gone = true;
      batch.forEach(job -> job.fail(closed()));
      refuseTheRest();
    }
  }

  private void refuseTheRest() {
    for (StoreJob<?> job = jobs.poll(); job != null; job = jobs.poll()) {
      job.fail(closed());
    }
  }

  private static IOException closed() {
    return new IOException("the lobby's store is closed");
  }
}
