package bub.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lines of output, with a way to wait for one. Safe for any thread. */
public final class Transcript {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<String> lines = new ArrayList<>();
  private boolean ended;

  void add(String line) {
    lock.lock();
    try {
      lines.add(line);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public List<String> lines() {
    lock.lock();
    try {
      return List.copyOf(lines);
    } finally {
      lock.unlock();
    }
  }

  public String text() {
    return String.join("\n", lines()) + "\n";
  }

  /** Returns the first line that matches, or null when none arrives in time or before the end. */
  @Nullable String await(Predicate<String> wanted, Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    int looked = 0;
    lock.lock();
    try {
      while (true) {
        for (; looked < lines.size(); looked++) {
          if (wanted.test(lines.get(looked))) {
            return lines.get(looked);
          }
        }
        if (ended || left <= 0) {
          return null;
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  public boolean hasEnded() {
    lock.lock();
    try {
      return ended;
    } finally {
      lock.unlock();
    }
  }

  public boolean isBlank() {
    return lines().stream().allMatch(String::isBlank);
  }

  @Override
  public String toString() {
    return text();
  }
}
