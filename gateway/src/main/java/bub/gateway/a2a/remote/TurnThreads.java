package bub.gateway.a2a.remote;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Virtual threads that end together. Safe for any thread. */
final class TurnThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TurnThreads.class);

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  /** Work that an interrupt ends, so that the next process continues it. */
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  void start(String name, Work work) {
    Thread thread = Thread.ofVirtual().name(name).unstarted(() -> run(name, work));
    threads.add(thread);
    thread.start();
    if (isClosed) {
      thread.interrupt();
    }
  }

  private void run(String name, Work work) {
    try {
      work.run();
    } catch (IOException broken) {
      LOG.error("{} ended early: {}", name, broken.getMessage());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      threads.remove(Thread.currentThread());
    }
  }

  @Override
  public void close() {
    isClosed = true;
    threads.forEach(Thread::interrupt);
  }
}
