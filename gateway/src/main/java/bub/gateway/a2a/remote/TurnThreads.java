package bub.gateway.a2a.remote;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Virtual threads that end together. Safe for any thread. */
final class TurnThreads implements AutoCloseable {
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  void start(String name, Runnable work) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .unstarted(
                () -> {
                  try {
                    work.run();
                  } finally {
                    threads.remove(Thread.currentThread());
                  }
                });
    threads.add(thread);
    thread.start();
    if (isClosed) {
      thread.interrupt();
    }
  }

  @Override
  public void close() {
    isClosed = true;
    threads.forEach(Thread::interrupt);
  }
}
