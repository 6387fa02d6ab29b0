package bub.bus.server;

import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;

/** Bytes of a busy connection that were read and wait for its turn. Event loop only. */
final class DeferredReads {
  /** Bytes that a connection may send per quarter of a second before it counts as busy. */
  private static final int LIGHT_BYTES = 8 * 1024;

  private final ArrayDeque<ByteBuf> reads = new ArrayDeque<>(0);
  private final MemoryAccount account;
  private long recentBytes;

  DeferredReads(MemoryAccount account) {
    this.account = account;
  }

  /** Counts bytes that were read. Returns true when the connection is busy. */
  boolean isBusyWith(int bytes) {
    recentBytes += bytes;
    return recentBytes > LIGHT_BYTES;
  }

  /** Resets the count. Called four times per second. */
  void tick() {
    recentBytes = 0;
  }

  boolean isEmpty() {
    return reads.isEmpty();
  }

  void add(ByteBuf read) {
    account.charge(MemoryKind.FRAMES, read.capacity());
    reads.add(read);
  }

  void readWith(FrameReader frames) {
    for (ByteBuf read = reads.poll(); read != null; read = reads.poll()) {
      account.release(MemoryKind.FRAMES, read.capacity());
      try {
        frames.read(read);
      } finally {
        read.release();
      }
    }
  }
}
