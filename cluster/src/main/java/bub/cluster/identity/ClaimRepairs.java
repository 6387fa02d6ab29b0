package bub.cluster.identity;

import bub.cluster.nats.ClusterUnavailable;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ClientIds whose entries in the bucket need a correction. It tries until the cluster answers. It
 * holds at most one element for each clientId that this node has used since then.
 */
final class ClaimRepairs {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimRepairs.class);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final int WORKERS = 8;

  /** Corrects one entry. */
  interface Repair {
    void run(String clientId) throws ClusterUnavailable;
  }

  private final Repair repair;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<String> waiting = new LinkedHashSet<>();
  private final Set<String> running = new LinkedHashSet<>();
  private boolean closed;

  ClaimRepairs(Repair repair) {
    this.repair = repair;
  }

  void start() {
    for (int i = 0; i < WORKERS; i++) {
      Thread.ofVirtual().name("bub-claim-repair").start(this::work);
    }
  }

  void add(String clientId) {
    lock.lock();
    try {
      if (!closed && waiting.add(clientId)) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    try {
      for (String clientId = next(); clientId != null; clientId = next()) {
        boolean done = attempt(clientId);
        finish(clientId, done);
        if (!done) {
          pause();
        }
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean attempt(String clientId) {
    try {
      repair.run(clientId);
      return true;
    } catch (ClusterUnavailable later) {
      LOG.debug("The entry of a clientId is corrected later: {}", later.getMessage());
      return false;
    }
  }

  /** Waits for a clientId that no other worker corrects; returns null at the end. */
  private @Nullable String next() throws InterruptedException {
    lock.lock();
    try {
      while (!closed) {
        for (String clientId : waiting) {
          if (running.add(clientId)) {
            waiting.remove(clientId);
            return clientId;
          }
        }
        changed.await();
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private void finish(String clientId, boolean done) {
    lock.lock();
    try {
      running.remove(clientId);
      if (!done && !closed) {
        waiting.add(clientId);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void pause() throws InterruptedException {
    long left = RETRY.toNanos();
    lock.lock();
    try {
      while (left > 0 && !closed) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      waiting.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
