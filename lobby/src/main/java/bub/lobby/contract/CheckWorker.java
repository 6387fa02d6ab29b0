package bub.lobby.contract;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Worker thread with a queue that is limited in jobs and bytes. */
final class CheckWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CheckWorker.class);

  // The regex matcher recurses once per repetition of a group.
  private static final long STACK_BYTES = 8L << 20;
  private static final int IDLE_SECONDS = 60;

  interface Work {
    void run();

    /** Called when the queue is full, the worker closes, or the job failed unexpectedly. */
    void refuse();
  }

  private final class Job implements Runnable {
    private final Work work;
    private final int bytes;

    Job(Work work, int bytes) {
      this.work = work;
      this.bytes = bytes;
    }

    @Override
    public void run() {
      waiting.addAndGet(-bytes);
      try {
        work.run();
      } catch (RuntimeException | Error failed) {
        LOG.error("{} failed", Thread.currentThread().getName(), failed);
        work.refuse();
      }
    }

    void refuse() {
      waiting.addAndGet(-bytes);
      work.refuse();
    }
  }

  private final long maxBytes;
  private final AtomicLong waiting = new AtomicLong();
  private final ThreadPoolExecutor worker;

  CheckWorker(String name, int maxJobs, long maxBytes) {
    this.maxBytes = maxBytes;
    this.worker =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(maxJobs),
            job -> thread(name, job),
            (job, _) -> ((Job) job).refuse());
    worker.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(String name, Runnable job) {
    var thread = new Thread(null, job, name, STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  /** {@code bytes} is the memory that the work holds while it waits. */
  void submit(int bytes, Work work) {
    var job = new Job(work, bytes);
    if (waiting.addAndGet(bytes) > maxBytes) {
      job.refuse();
    } else {
      worker.execute(job);
    }
  }

  /** Refuses waiting jobs; a running job finishes. */
  @Override
  public void close() {
    for (Runnable job : worker.shutdownNow()) {
      ((Job) job).refuse();
    }
  }
}
