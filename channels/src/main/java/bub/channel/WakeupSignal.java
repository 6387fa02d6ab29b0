package bub.channel;

import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread wait for news or for the time, whichever comes first, and guards what the news is
 * about. Others ring from any thread.
 */
final class WakeupSignal {
  private final TimeSource time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition rung = lock.newCondition();

  WakeupSignal(TimeSource time) {
    this.time = time;
  }

  /** Changes something that a waiter may be waiting for. */
  void ring(Runnable change) {
    lock.lock();
    try {
      change.run();
      rung.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Looks at something, or changes it so that no waiter needs to know. */
  <T extends @Nullable Object> T ask(Supplier<T> question) {
    lock.lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is news, but not longer than this; true when there is. */
  boolean await(Instant until, BooleanSupplier news) throws InterruptedException {
    Thread alarm = null;
    lock.lock();
    try {
      while (!news.getAsBoolean()) {
        Duration left = Duration.between(time.now(), until);
        if (!left.isPositive()) {
          return false;
        }
        alarm = alarm == null ? alarmIn(left) : alarm;
        rung.await();
      }
      return true;
    } finally {
      lock.unlock();
      if (alarm != null) {
        alarm.interrupt();
      }
    }
  }

  private Thread alarmIn(Duration left) {
    return Thread.startVirtualThread(
        () -> {
          try {
            time.sleep(left);
            ring(() -> {});
          } catch (InterruptedException notNeededAnyMore) {
            // The waiter was faster.
          }
        });
  }
}
