package bub.cluster.lease;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that renew leases and that give them up in time. They are two, because a renewal may wait
 * for the cluster longer than a lease lasts.
 */
final class LeaseTimer {
  private final Duration renewEvery;
  private final Duration checkEvery;
  private final Runnable renew;
  private final Runnable check;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition stopping = lock.newCondition();
  private boolean closed;

  LeaseTimer(Duration duration, Runnable renew, Runnable check) {
    this.renewEvery = duration.dividedBy(5);
    this.checkEvery = duration.dividedBy(40);
    this.renew = renew;
    this.check = check;
  }

  void start() {
    Thread.ofVirtual().name("bub-lease-renew").start(() -> repeat(renew, renewEvery));
    // A platform thread, because busy virtual threads must not delay it.
    Thread.ofPlatform().daemon().name("bub-lease-check").start(() -> repeat(check, checkEvery));
  }

  private void repeat(Runnable work, Duration every) {
    try {
      do {
        work.run();
      } while (pause(every));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean pause(Duration wait) throws InterruptedException {
    long left = wait.toNanos();
    lock.lock();
    try {
      while (left > 0 && !closed) {
        left = stopping.awaitNanos(left);
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      stopping.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
