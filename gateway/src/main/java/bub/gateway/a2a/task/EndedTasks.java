package bub.gateway.a2a.task;

import bub.client.TimeSource;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.store.A2aTaskStore;
import bub.json.RawJson;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ended tasks on their way to the disk, whose callers have the result already. A task that the disk
 * does not take stays here until it does. Safe for any thread.
 */
final class EndedTasks {
  private static final Logger LOG = LoggerFactory.getLogger(EndedTasks.class);
  private static final long MOST_BYTES = 16 << 20;
  private static final int OVERHEAD = 1 << 10;
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** {@code pushed} are the events for webhooks. */
  private record Unstored(A2aTask task, List<RawJson> pushed) {
    long bytes() {
      return (long) task.size() + OVERHEAD;
    }
  }

  private final A2aTaskStore store;
  private final TimeSource time;
  private final Runnable pushes;
  private final Map<String, Unstored> waiting = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicBoolean isRetrying = new AtomicBoolean();

  EndedTasks(A2aTaskStore store, TimeSource time, Runnable pushes) {
    this.store = store;
    this.time = time;
    this.pushes = pushes;
  }

  /** False while the disk fails or falls behind; a caller must wait for it then. */
  boolean takesMore() {
    return !isRetrying.get() && bytes.get() < MOST_BYTES;
  }

  @Nullable A2aTask find(String id) {
    Unstored found = waiting.get(id);
    return found == null ? null : found.task();
  }

  /** Stores a task soon; {@code pushed} are its events for webhooks. */
  void add(A2aTask task, List<RawJson> pushed) {
    var unstored = new Unstored(task, pushed);
    waiting.put(task.id(), unstored);
    bytes.addAndGet(unstored.bytes());
    store
        .putLater(task, pushed)
        .whenComplete(
            (hasPushes, failed) -> {
              if (failed == null) {
                stored(unstored, hasPushes);
              } else {
                LOG.error("A2A tasks cannot be stored: {}", failed.getMessage());
                retryLater();
              }
            });
  }

  private void stored(Unstored one, boolean hasPushes) {
    if (waiting.remove(one.task().id(), one)) {
      bytes.addAndGet(-one.bytes());
    }
    if (hasPushes) {
      pushes.run();
    }
  }

  private void retryLater() {
    if (isRetrying.compareAndSet(false, true)) {
      Thread.ofVirtual().name("a2a-retry").start(this::retry);
    }
  }

  private void retry() {
    try {
      while (!storeAll()) {
        time.sleep(RETRY);
      }
      LOG.info("A2A tasks can be stored again");
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } finally {
      isRetrying.set(false);
    }
    if (!waiting.isEmpty()) {
      retryLater(); // a failure may have come meanwhile
    }
  }

  private boolean storeAll() throws InterruptedException {
    for (Unstored one : waiting.values()) {
      try {
        stored(one, store.put(one.task(), one.pushed()));
      } catch (IOException stillFailing) {
        LOG.debug("A task still cannot be stored", stillFailing);
        return false;
      }
    }
    return true;
  }
}
