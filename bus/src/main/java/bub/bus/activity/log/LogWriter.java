package bub.bus.activity.log;

import bub.bus.activity.event.EntryBatch;
import bub.bus.activity.event.LogGap;
import bub.bus.activity.file.LogStore;
import bub.store.StorageFault;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer of the queued entries on its own platform thread, because SQLite would pin a virtual one.
 * When writing fails, it retries and counts lost entries, so that routing never waits for the disk.
 */
final class LogWriter implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
  // A removed file must also be noticed without traffic.
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long MAX_TRANSACTION_BYTES = 4 << 20;
  private static final long ALARM_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final LogStore store;
  private final WriteQueue backlog;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private volatile boolean isFailing;
  private @Nullable LogGap gap;
  private @Nullable LogGap lastGap;
  private String reason = "";
  private long alarmAgainAt = System.nanoTime();

  LogWriter(LogStore store, WriteQueue backlog) {
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
      Exception refusal = store.refusal();
      if (refusal != null) {
        failed(refusal);
        insist(new ArrayList<>());
      }
      while (!backlog.isClosed()) {
        write(backlog.take(IDLE_NANOS, WINDOW_NANOS));
      }
      write(backlog.drain());
    } catch (InterruptedException stop) {
      LOG.error("The writer of the activity log was interrupted and stops");
    } finally {
      // The hub must no longer wait for this thread.
      backlog.close();
      store.close();
      if (gap != null) {
        LOG.error("The activity log is incomplete: {}", gap.text());
      }
    }
  }

  private void write(List<EntryBatch> batch) throws InterruptedException {
    if (!attempt(batch)) {
      insist(batch);
    }
    try {
      store.housekeep();
    } catch (SQLException | RuntimeException failure) {
      LOG.warn("Could not archive the activity log: {}", words(failure));
    }
  }

  /** Drops the entries that exceed the memory limit meanwhile. */
  private void insist(List<EntryBatch> batch) throws InterruptedException {
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

  /** Writes all of {@code batch} and removes the written part from it. */
  private boolean attempt(List<EntryBatch> batch) {
    try {
      if (batch.isEmpty() && gap == null && !isFailing) {
        store.requireInPlace();
        return true;
      }
      do {
        List<EntryBatch> part = batch.subList(0, transactionSize(batch));
        store.write(gap, part);
        settle(part);
        part.clear();
      } while (!batch.isEmpty());
      recovered();
      return true;
    } catch (SQLException | RuntimeException failure) {
      failed(failure);
      return false;
    }
  }

  /** Returns the number of batches for one transaction: after an outage many are waiting. */
  private static int transactionSize(List<EntryBatch> batch) {
    long bytes = 0;
    for (int i = 0; i < batch.size(); i++) {
      bytes += batch.get(i).bytes();
      if (bytes >= MAX_TRANSACTION_BYTES) {
        return i + 1;
      }
    }
    return batch.size();
  }

  private void settle(List<EntryBatch> part) {
    written.addAndGet(eventsOf(part) + (gap == null ? 0 : 1));
    if (gap != null) {
      lastGap = gap;
      gap = null;
    }
    backlog.settle(part);
  }

  private void recovered() {
    if (isFailing) {
      LOG.warn(
          "The activity log is writable again: {}",
          lastGap == null ? "nothing was lost" : lastGap.text());
      isFailing = false;
      lastGap = null;
      backlog.recovered();
    }
  }

  private void failed(Exception failure) {
    // Before the log line: a reader of the line finds the state in the metrics.
    isFailing = true;
    reason = words(failure);
    LOG.debug("Cannot write the activity log", failure);
    long now = System.nanoTime();
    if (now - alarmAgainAt >= 0) {
      alarmAgainAt = now + ALARM_NANOS;
      LOG.error(
          "Cannot write the activity log: {}. The bus still delivers messages. Events lost so far:"
              + " {}. Free disk space or repair the file {}. The bus retries every second",
          reason,
          lost.get(),
          store.files().active());
    }
    // The connection itself may be broken.
    store.reopen();
  }

  private static String words(Exception failure) {
    StorageFault fault = StorageFault.of(failure);
    return fault == null ? String.valueOf(failure.getMessage()) : fault.words();
  }

  private void giveUp(List<EntryBatch> batch) {
    for (EntryBatch handover : batch) {
      LogGap before = gap == null ? LogGap.before(handover.entries().getFirst(), reason) : gap;
      gap = before.plus(handover.entries());
    }
    lost.addAndGet(eventsOf(batch));
    backlog.settle(batch);
  }

  private static long eventsOf(List<EntryBatch> batch) {
    long events = 0;
    for (EntryBatch handover : batch) {
      events += handover.events();
    }
    return events;
  }
}
