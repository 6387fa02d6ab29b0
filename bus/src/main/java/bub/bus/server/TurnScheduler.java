package bub.bus.server;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Scheduler that limits the time of a loop turn: busy connections wait in a queue, so that the
 * others are served at once. Event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // no code waits for a turn
final class TurnScheduler {
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Reads between two checks of the clock, which costs more than a small read; a power of two. */
  private static final int READS_PER_LOOK = 4;

  interface Waiting {
    void takeTurn();
  }

  private final EventLoop loop;
  private final LongSupplier nanoTime;
  private final ArrayDeque<Waiting> line = new ArrayDeque<>();
  private final Runnable end = this::end;
  private final Runnable serve = this::serve;
  private boolean inTurn;
  private boolean serving;
  private int reads;
  private long startedAt;
  private boolean over;

  TurnScheduler(EventLoop loop, LongSupplier nanoTime) {
    this.loop = loop;
    this.nanoTime = nanoTime;
  }

  /** The first read starts the turn, which ends with the tasks of the loop. */
  void read() {
    if (!inTurn) {
      inTurn = true;
      loop.execute(end);
    }
    if ((++reads & (READS_PER_LOOK - 1)) == 0) {
      look();
    }
  }

  private void look() {
    long now = nanoTime.getAsLong();
    if (reads == READS_PER_LOOK) {
      startedAt = now;
    }
    over = now - startedAt > TURN_NANOS;
  }

  private void end() {
    inTurn = false;
    over = false;
    reads = 0;
  }

  boolean isOver() {
    return over || !line.isEmpty();
  }

  void add(Waiting connection) {
    line.add(connection);
    schedule();
  }

  private void schedule() {
    if (!serving) {
      serving = true;
      // Schedule, do not execute: a task of the same turn would run before the other sockets.
      loop.schedule(serve, 0, TimeUnit.NANOSECONDS);
    }
  }

  private void serve() {
    serving = false;
    long servedFrom = nanoTime.getAsLong();
    int first = line.size();
    for (int i = 0; i < first && nanoTime.getAsLong() - servedFrom <= TURN_NANOS; i++) {
      line.remove().takeTurn();
    }
    if (!line.isEmpty()) {
      schedule();
    }
  }
}
