package bub.bus.server;

import bub.bus.memory.MemoryBudget;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * Flushes every connection that was written to once, at the end of the loop's turn: many frames to
 * one socket become one system call. Also keeps count of what waits in all. Event loop only.
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

  /** One large message to many recipients must not wait for them all in memory. */
  void written(int bytes) {
    writtenThisTurn += bytes;
    work += FRAME_WORK + bytes;
    if (writtenThisTurn > flushEarlyAt && !flushing) {
      flushAll();
    }
  }

  /** Adds work that was not written yet. */
  void worked(int bytes) {
    work += FRAME_WORK + bytes;
  }

  /** Amount of work done since the start: bytes, and something for every frame. */
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

  /** From here on only those who keep up are sent more: a few slow ones must not silence all. */
  boolean isTight() {
    return waitingInAll > maxInAll / 2;
  }

  boolean isOutOfMemory() {
    return memory.isFull();
  }

  /** Answers have filled what calls may not. */
  boolean isOverflowing() {
    return waitingInAll > 2 * maxInAll;
  }
}
