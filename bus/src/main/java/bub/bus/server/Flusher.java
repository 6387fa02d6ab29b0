package bub.bus.server;

import bub.bus.memory.MemoryBudget;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * Queue of connections with new data, each flushed once at the end of the loop's turn, so that many
 * frames to one socket cost one system call. It also counts all waiting bytes. Event loop only.
 */
final class Flusher implements Runnable {
  private static final long LARGEST_TURN = 4 * 1024 * 1024;
  private static final int FRAME_WORK = 256;

  private final EventLoop loop;
  private final long maxInAll;
  private final MemoryBudget memory;
  private final long flushEarlyAt;
  private final List<ServerLink> dirty = new ArrayList<>();
  private boolean scheduled;
  private boolean flushing;
  private long waitingInAll;
  private long writtenThisTurn;
  private long work;

  Flusher(EventLoop loop, long maxInAll, MemoryBudget memory) {
    this.loop = loop;
    this.maxInAll = maxInAll;
    this.memory = memory;
    this.flushEarlyAt = Math.min(LARGEST_TURN, maxInAll / 4);
  }

  void add(ServerLink link) {
    dirty.add(link);
    if (!scheduled) {
      scheduled = true;
      loop.execute(this);
    }
  }

  /** Flushes early, so that one large message to many recipients does not fill the memory. */
  void written(int bytes) {
    writtenThisTurn += bytes;
    work += FRAME_WORK + bytes;
    if (writtenThisTurn > flushEarlyAt && !flushing) {
      flushAll();
    }
  }

  void worked(int bytes) {
    work += FRAME_WORK + bytes;
  }

  /** Returns the work since the start: bytes plus a constant per frame. */
  long work() {
    return work;
  }

  @Override
  public void run() {
    scheduled = false;
    flushAll();
  }

  private void flushAll() {
    flushing = true;
    for (int i = 0; i < dirty.size(); i++) {
      dirty.get(i).flush();
    }
    dirty.clear();
    writtenThisTurn = 0;
    flushing = false;
  }

  void waitingChanged(long difference) {
    waitingInAll += difference;
    if (difference > 0 && waitingInAll > maxInAll) {
      memory.requestRelief(this::excess);
    }
  }

  private long excess() {
    return waitingInAll > maxInAll ? waitingInAll - maxInAll + maxInAll / 4 : 0;
  }

  long waitingInAll() {
    return waitingInAll;
  }

  /** Only peers that keep up may receive more then, so that a few slow ones do not block all. */
  boolean isTight() {
    return waitingInAll > maxInAll / 2;
  }

  boolean isOutOfMemory() {
    return memory.isFull();
  }

  /** True when answers, which may exceed the limit for calls, have filled the memory. */
  boolean isOverflowing() {
    return waitingInAll > 2 * maxInAll;
  }
}
