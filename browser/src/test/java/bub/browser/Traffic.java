package bub.browser;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Messages at a steady rate. Each line has one virtual thread, which waits for every answer. */
final class Traffic implements AutoCloseable {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final LongAdder answered = new LongAdder();

  /** A peer that repeats one message to another peer. */
  record Line(BusClient from, String to, RawJson payload) {}

  private Traffic() {}

  static Traffic on(List<Line> lines, int perSecond) {
    var traffic = new Traffic();
    long pause = lines.size() * SECOND_NANOS / perSecond;
    lines.forEach(line -> traffic.threads.execute(() -> traffic.send(line, pause)));
    return traffic;
  }

  private void send(Line line, long pause) {
    long due = System.nanoTime();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        line.from.send(new Address(line.to), line.payload);
        answered.increment();
        long now = System.nanoTime();
        due = Math.max(due + pause, now); // what was missed is not made up for
        LockSupport.parkNanos(due - now);
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
  public void close() {
    threads.shutdownNow();
    threads.close();
  }
}
