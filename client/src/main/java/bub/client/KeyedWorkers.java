package bub.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One virtual thread per key with work; the work of a key runs in order. The caller bounds the
 * number of keys. Safe for any thread.
 */
public final class KeyedWorkers<K, W extends KeyedWorkers.Work> {
  private static final Logger LOG = LoggerFactory.getLogger(KeyedWorkers.class);

  public interface Work {
    /** Returns when nothing is left to do; runs again when new work has arrived. */
    void run() throws InterruptedException;
  }

  private final String name;
  private final Function<K, W> work;
  private final Runnable whenOneEnds;
  private final Map<K, Worker> workers = new HashMap<>();
  private boolean stopped;

  public KeyedWorkers(String name, Function<K, W> work, Runnable whenOneEnds) {
    this.name = name;
    this.work = work;
    this.whenOneEnds = whenOneEnds;
  }

  public void wake(K key) {
    wake(key, _ -> {});
  }

  /** Starts or wakes the worker of a key; {@code news} gets its work at once. */
  public synchronized void wake(K key, Consumer<W> news) {
    Worker worker = workers.get(key);
    if (worker != null) {
      // Before the worker can end, because the news would end with it.
      news.accept(worker.does);
      worker.wokenAgain = true;
    } else if (!stopped) {
      var fresh = new Worker(key);
      workers.put(key, fresh);
      news.accept(fresh.does);
      fresh.thread.start();
    }
  }

  /** Empty when the key has no worker now. */
  public synchronized Optional<W> find(K key) {
    return Optional.ofNullable(workers.get(key)).map(worker -> worker.does);
  }

  public void forEach(Consumer<W> news) {
    all().forEach(news);
  }

  private synchronized List<W> all() {
    return workers.values().stream().map(worker -> worker.does).toList();
  }

  public synchronized void stop() {
    stopped = true;
    workers.values().forEach(worker -> worker.thread.interrupt());
  }

  public void awaitStopped(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    for (Thread thread : threads()) {
      thread.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    }
  }

  private synchronized List<Thread> threads() {
    return workers.values().stream().map(worker -> worker.thread).toList();
  }

  /** False when the worker was woken while it ended, and must run again. */
  private synchronized boolean ends(Worker worker) {
    if (worker.wokenAgain && !stopped) {
      worker.wokenAgain = false;
      return false;
    }
    workers.remove(worker.key);
    return true;
  }

  private synchronized void abandon(Worker worker) {
    workers.remove(worker.key);
  }

  private final class Worker {
    private final K key;
    private final W does;
    private final Thread thread;
    private boolean wokenAgain;

    Worker(K key) {
      this.key = key;
      this.does = work.apply(key);
      this.thread = Thread.ofVirtual().name(name + "-" + key).unstarted(this::run);
    }

    private void run() {
      try {
        do {
          does.run();
        } while (!ends(this));
        whenOneEnds.run();
      } catch (InterruptedException closed) {
        // Unfinished work stays on disk.
        abandon(this);
      } catch (RuntimeException bug) {
        // The next wake-up of this key must get a new worker.
        LOG.error("{} failed", Thread.currentThread().getName(), bug);
        abandon(this);
      }
    }
  }
}
