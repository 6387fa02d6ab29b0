package bub.channel;

import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Signal that guards the state on which one thread waits. Safe for any thread. */
final class WakeupSignal {
  private final TimeSource time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition rung = lock.newCondition();

  WakeupSignal(TimeSource time) {
    this.time = time;
  }

  void ring(Runnable change) {
    lock.lock();
    try {
      change.run();
      rung.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Wakes no thread, even when it changes the guarded state. */
  <T extends @Nullable Object> T ask(Supplier<T> question) {
    lock.lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }

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
            // The waiting thread was faster.
          }
        });
  }
}
