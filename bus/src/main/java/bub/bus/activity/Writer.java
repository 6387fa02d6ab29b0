package bub.bus.activity;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what the backlog holds, one transaction a batch, on a platform thread of its own (SQLite
 * would pin a virtual one). When the disk refuses, it keeps what the backlog has room for, counts
 * what it must let go and tries again, so that routing never waits for the disk.
 */
final class Writer implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long ALARM_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final LogStore store;
  private final Backlog backlog;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private volatile boolean isFailing;
  private @Nullable Gap gap;
  private String reason = "";
  private long alarmAgainAt = System.nanoTime();

  Writer(LogStore store, Backlog backlog) {
    this.store = store;
    this.backlog = backlog;
  }

  long written() {
    return written.get();
  }

  long lost() {
    return lost.get();
  }

  boolean isFailing() {
    return isFailing;
  }

  @Override
  public void run() {
    try {
      while (!backlog.isClosed()) {
        write(backlog.take(IDLE_NANOS, WINDOW_NANOS));
      }
      write(backlog.drain());
    } catch (InterruptedException stop) {
      LOG.error("the activity log's writer was interrupted and ends");
    } finally {
      // Whatever ended this thread: from now on the hub must not wait for it.
      backlog.close();
      store.close();
      if (gap != null) {
        LOG.error("the activity log ends incomplete: {}", gap.text());
      }
    }
  }

  private void write(List<Handover> batch) throws InterruptedException {
    if (!attempt(batch)) {
      insist(new ArrayList<>(batch));
    }
    try {
      store.housekeep();
    } catch (SQLException | RuntimeException failure) {
      LOG.warn("the activity log could not be put away: {}", failure.toString());
    }
  }

  /** Tries until it works, and lets go of what there is no room for in the meantime. */
  private void insist(List<Handover> batch) throws InterruptedException {
    long nextTry = System.nanoTime() + RETRY_NANOS;
    while (true) {
      backlog.rest(nextTry - System.nanoTime());
      batch.addAll(backlog.drain());
      if (backlog.isClosed()) {
        if (!attempt(batch)) {
          giveUp(batch);
        }
        return;
      }
      if (nextTry - System.nanoTime() <= 0) {
        if (attempt(batch)) {
          return;
        }
        nextTry = System.nanoTime() + RETRY_NANOS;
      }
      if (backlog.isCrowded()) {
        giveUp(batch);
        batch.clear();
      }
    }
  }

  private boolean attempt(List<Handover> batch) {
    try {
      if (!batch.isEmpty() || gap != null) {
        store.write(gap, batch);
        succeeded(batch);
      }
      return true;
    } catch (SQLException | RuntimeException failure) {
      failed(failure);
      return false;
    }
  }

  private void succeeded(List<Handover> batch) {
    written.addAndGet(eventsOf(batch) + (gap == null ? 0 : 1));
    if (isFailing) {
      LOG.warn(
          "the activity log is written again; {}", gap == null ? "nothing was lost" : gap.text());
      isFailing = false;
      backlog.recovered();
    }
    gap = null;
    backlog.settle(batch);
  }

  private void failed(Exception failure) {
    reason = String.valueOf(failure.getMessage());
    long now = System.nanoTime();
    if (now - alarmAgainAt >= 0) {
      alarmAgainAt = now + ALARM_NANOS;
      LOG.error(
          "THE ACTIVITY LOG CANNOT BE WRITTEN: {}. Messages still flow; {} events are lost so far."
              + " Make room on the disk or mend the file {}; it is tried again every second",
          reason,
          lost.get(),
          store.files().active(),
          failure);
    }
    isFailing = true;
    // The connection may be what is broken.
    store.reopen();
  }

  private void giveUp(List<Handover> batch) {
    for (Handover handover : batch) {
      Gap before = gap == null ? Gap.before(handover.entries().getFirst(), reason) : gap;
      gap = before.plus(handover.entries());
    }
    lost.addAndGet(eventsOf(batch));
    backlog.settle(batch);
  }

  private static long eventsOf(List<Handover> batch) {
    long events = 0;
    for (Handover handover : batch) {
      events += handover.events();
    }
    return events;
  }
}
