package bub.client;

import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Feed of activity to its watcher, on one virtual thread; a slow watcher misses events. */
final class ActivityFeed {
  private static final Logger LOG = LoggerFactory.getLogger(ActivityFeed.class);
  private static final int MAX_WAITING = 1_024;

  private final ActivityFilter filter;
  private final Consumer<ActivityRows> watcher;
  private final BlockingQueue<ActivityRows> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicLong missed = new AtomicLong();
  private final Thread thread = Thread.ofVirtual().name("activity").unstarted(this::run);

  ActivityFeed(ActivityFilter filter, Consumer<ActivityRows> watcher) {
    this.filter = filter;
    this.watcher = watcher;
  }

  ActivityFilter filter() {
    return filter;
  }

  void start() {
    thread.start();
  }

  void stop() {
    thread.interrupt();
  }

  void offer(ActivityRows rows) {
    if (!waiting.offer(rows)) {
      missed.addAndGet(rows.rows().size() + rows.missed());
    }
  }

  private void run() {
    try {
      while (true) {
        ActivityRows next = waiting.take();
        show(new ActivityRows(next.rows(), next.missed() + missed.getAndSet(0)));
      }
    } catch (InterruptedException stopped) {
      // Watching has ended.
    }
  }

  private void show(ActivityRows rows) {
    try {
      watcher.accept(rows);
    } catch (RuntimeException thrown) {
      LOG.error("An activity watcher failed", thrown);
    }
  }
}
