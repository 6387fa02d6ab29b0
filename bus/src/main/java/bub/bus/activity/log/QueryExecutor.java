package bub.bus.activity.log;

import bub.bus.activity.query.ActivityReader;
import bub.bus.activity.query.QueryRefused;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executor of one query at a time on its own platform thread; it refuses excess queries. */
final class QueryExecutor implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(QueryExecutor.class);
  private static final int MAX_WAITING = 64;
  private static final long COMMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ActivityReader reader;
  private final WriteQueue queue;
  private final ReentrantLock reading;
  private final BlockingQueue<Request> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private volatile boolean isClosed;

  QueryExecutor(ActivityReader reader, WriteQueue queue, ReentrantLock reading) {
    this.reader = reader;
    this.queue = queue;
    this.reading = reading;
  }

  /** Query with the ticket of the entries that must be on disk before the answer. */
  private record Request(
      ActivityFilter filter, long ticket, CompletableFuture<ActivityRows> answer) {}

  CompletableFuture<ActivityRows> ask(ActivityFilter filter) {
    var answer = new CompletableFuture<ActivityRows>();
    if (isClosed) {
      answer.completeExceptionally(closed());
    } else if (!waiting.offer(new Request(filter, queue.urge(), answer))) {
      answer.completeExceptionally(
          new QueryRefused("too many queries of the activity log are waiting: try again later"));
    } else if (isClosed) {
      refuseAll();
    }
    return answer;
  }

  @Override
  public void run() {
    try {
      while (!isClosed) {
        answer(waiting.take());
      }
    } catch (InterruptedException stop) {
      LOG.debug("The query thread of the activity log stops");
    } finally {
      isClosed = true;
      refuseAll();
    }
  }

  private void answer(Request request) throws InterruptedException {
    try {
      queue.awaitSettled(request.ticket(), COMMIT_NANOS);
    } catch (InterruptedException stop) {
      request.answer().completeExceptionally(closed());
      throw stop;
    }
    reading.lock();
    try {
      request.answer().complete(reader.query(request.filter()));
    } catch (RuntimeException failure) {
      LOG.warn("A query of the activity log failed: {}", failure.toString());
      request.answer().completeExceptionally(failure);
    } finally {
      reading.unlock();
    }
  }

  private void refuseAll() {
    for (Request request = waiting.poll(); request != null; request = waiting.poll()) {
      request.answer().completeExceptionally(closed());
    }
  }

  private static QueryRefused closed() {
    return new QueryRefused("the activity log is closed");
  }

  /** Refuses further queries. The caller must interrupt the thread that runs this. */
  void close() {
    isClosed = true;
  }
}
