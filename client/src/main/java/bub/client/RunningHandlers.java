package bub.client;

import bub.protocol.Envelope;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Handlers that run now, so that they can be stopped. Safe for any thread. */
final class RunningHandlers {
  private final Set<Running> all = ConcurrentHashMap.newKeySet();

  /** Registers the current thread. */
  Running begin(Envelope envelope) {
    var running = new Running(envelope, Thread.currentThread());
    all.add(running);
    return running;
  }

  /** Interrupts the handlers of these messages; returns their number. */
  int stop(Predicate<Envelope> which) {
    int count = 0;
    for (Running running : all) {
      if (which.test(running.envelope) && running.interrupt(true)) {
        count++;
      }
    }
    return count;
  }

  /** Interrupts all handlers; their senders are told to retry. */
  void interruptAll() {
    all.forEach(running -> running.interrupt(false));
  }

  /** One handler on its thread. */
  final class Running {
    private final Envelope envelope;
    private final Thread thread;
    private boolean stopped;
    private boolean ended;

    private Running(Envelope envelope, Thread thread) {
      this.envelope = envelope;
      this.thread = thread;
    }

    private synchronized boolean interrupt(boolean forGood) {
      if (ended) {
        return false;
      }
      stopped |= forGood;
      thread.interrupt();
      return true;
    }

    /** True when the handler was stopped for good, and its sender must not retry. */
    synchronized boolean isStopped() {
      return stopped;
    }

    /** Clears an interrupt that came too late, because the thread still has to answer. */
    synchronized void end() {
      ended = true;
      all.remove(this);
      Thread.interrupted();
    }
  }
}
