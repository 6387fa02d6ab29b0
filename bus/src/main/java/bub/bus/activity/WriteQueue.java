package bub.bus.activity;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits to be written, bounded by the memory it holds. The hub's thread adds, the writer's
 * takes and settles, the reader's waits for it; each for the length of a few assignments.
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

  /** Takes {@code handover} in, or refuses it because the log is closed. */
  boolean add(EntryBatch handover) {
    lock.lock();
    try {
      if (isClosed) {
        return false;
      }
      waiting.add(handover);
      added++;
      changeBytes(handover.bytes());
      // A writer that is busy or lets a batch form looks here by itself.
      if (isWriterIdle || isStuck && isCrowded()) {
        work.signal();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** True from more than the limit until less than half of it. Any thread. */
  boolean isSaturated() {
    return isSaturated;
  }

  /** True past half as much again as the limit. Any thread. */
  boolean isOverfull() {
    return bytes > limit + limit / 2;
  }

  long bytes() {
    return bytes;
  }

  /** Asks for a commit without delay; the ticket is for {@link #awaitSettled}. Any thread. */
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

  /** Waits until all that was added before the ticket is written, or cannot be for now. */
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
   * Waits for work, then {@code windowNanos} more for a batch to form. Empty after {@code
   * idleNanos} or when closed. Writer only.
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

  /** Waits before the next attempt, but not while memory fills or after the close. Writer only. */
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

  /** Everything that waits, now. Writer only. */
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

  /** {@code batch} is on disk, or given up. Writer only. */
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

  /** Writing works again. Writer only. */
  void recovered() {
    lock.lock();
    try {
      isStuck = false;
    } finally {
      lock.unlock();
    }
  }

  /** So much waits for a writer that is stuck that senders would soon be held up by it. */
  boolean isCrowded() {
    return bytes > limit / 2;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Lets the writer take what is there, and nothing more in. */
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
