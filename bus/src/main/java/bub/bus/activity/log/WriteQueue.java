package bub.bus.activity.log;

import bub.bus.activity.event.EntryBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Queue of the entries to write, bounded by their memory. The hub thread adds, the writer thread
 * takes and settles, the reader thread waits; each holds the lock only for a few assignments.
 */
final class WriteQueue {
  private final long limit;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition settling = lock.newCondition();
  private List<EntryBatch> waiting = new ArrayList<>();
  private long added;
  private long settled;
  private boolean isWriterIdle;
  private boolean isUrgent;
  private boolean isStuck;
  private volatile boolean isClosed;
  private volatile boolean isSaturated;
  private volatile long bytes;

  WriteQueue(long limit) {
    this.limit = limit;
  }

  boolean add(EntryBatch handover) {
    lock.lock();
    try {
      if (isClosed) {
        return false;
      }
      waiting.add(handover);
      added++;
      changeBytes(handover.bytes());
      // A busy writer, or one that waits for a batch to form, checks the queue by itself.
      if (isWriterIdle || isStuck && isCrowded()) {
        work.signal();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** True from above the limit until below half of it. Safe for any thread. */
  boolean isSaturated() {
    return isSaturated;
  }

  /** True above one and a half times the limit. Safe for any thread. */
  boolean isOverfull() {
    return bytes > limit + limit / 2;
  }

  long bytes() {
    return bytes;
  }

  /** Requests a commit now; the ticket is for {@link #awaitSettled}. Safe for any thread. */
  long urge() {
    lock.lock();
    try {
      if (added > settled) {
        isUrgent = true;
        work.signal();
      }
      return added;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all batches up to the ticket are written, or until writing fails. */
  void awaitSettled(long ticket, long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (settled < ticket && !isStuck && left > 0) {
        left = settling.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for work, then {@code windowNanos} more for a batch to form. Returns an empty list after
   * {@code idleNanos} or when closed. Writer thread only.
   */
  List<EntryBatch> take(long idleNanos, long windowNanos) throws InterruptedException {
    lock.lock();
    try {
      long left = idleNanos;
      isWriterIdle = true;
      while (waiting.isEmpty() && !isClosed && left > 0) {
        left = work.awaitNanos(left);
      }
      isWriterIdle = false;
      left = waiting.isEmpty() ? 0 : windowNanos;
      while (!isUrgent && !isClosed && left > 0) {
        left = work.awaitNanos(left);
      }
      return drain();
    } finally {
      lock.unlock();
    }
  }

  /** Returns early when memory fills up or on close. Writer thread only. */
  void rest(long nanos) throws InterruptedException {
    lock.lock();
    try {
      isStuck = true;
      settling.signalAll();
      long left = nanos;
      while (!isCrowded() && !isClosed && left > 0) {
        left = work.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns all waiting batches without blocking. Writer thread only. */
  List<EntryBatch> drain() {
    lock.lock();
    try {
      List<EntryBatch> drained = waiting;
      waiting = new ArrayList<>();
      isUrgent = false;
      return drained;
    } finally {
      lock.unlock();
    }
  }

  /** Marks {@code batch} as written or given up. Writer thread only. */
  void settle(List<EntryBatch> batch) {
    lock.lock();
    try {
      settled += batch.size();
      for (EntryBatch handover : batch) {
        changeBytes(-handover.bytes());
      }
      settling.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Marks that writing works again. Writer thread only. */
  void recovered() {
    lock.lock();
    try {
      isStuck = false;
    } finally {
      lock.unlock();
    }
  }

  /** True when a stuck writer has so much waiting that it would soon block senders. */
  boolean isCrowded() {
    return bytes > limit / 2;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Refuses further batches. The writer can still take the waiting ones. */
  void close() {
    lock.lock();
    try {
      isClosed = true;
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  private void changeBytes(long by) {
    long now = bytes + by;
    bytes = now;
    if (now > limit) {
      isSaturated = true;
    } else if (now < limit / 2 || now == 0) {
      isSaturated = false;
    }
  }
}
