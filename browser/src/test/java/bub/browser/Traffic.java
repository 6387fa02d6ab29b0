package bub.browser;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Messages at a steady pace, each sender on a virtual thread of its own. */
@SuppressWarnings("try")
final class Traffic implements AutoCloseable {
  private static final int SENDERS = 16;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final long pauseNanos;
  private final List<Thread> threads = new ArrayList<>();
  private final LongAdder answered = new LongAdder();

  private Traffic(int perSecond) {
    this.pauseNanos = SENDERS * SECOND_NANOS / perSecond;
  }

  static Traffic start(Peers peers, int perSecond) throws Exception {
    var traffic = new Traffic(perSecond);
    for (int i = 0; i < SENDERS; i++) {
      String listener = "agent:busy-" + i;
      peers.peer(listener);
      BusClient sender = peers.peer("load:" + i);
      traffic.threads.add(Thread.ofVirtual().start(() -> traffic.send(sender, listener)));
    }
    return traffic;
  }

  private void send(BusClient sender, String listener) {
    long due = System.nanoTime();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Peers.say(sender, listener, "one of many");
        answered.increment();
        due += pauseNanos;
        LockSupport.parkNanos(due - System.nanoTime());
      }
    } catch (InterruptedException | NoAnswer | RpcException over) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many messages were answered so far. */
  long answered() {
    return answered.sum();
  }

  @Override
  public void close() throws InterruptedException {
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
