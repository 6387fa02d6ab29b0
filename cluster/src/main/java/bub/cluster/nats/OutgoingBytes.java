package bub.cluster.nats;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Upper bound of the bytes that wait for the socket of one connection. jnats can tell how much
 * waits, but only under a lock that its writer holds while the socket blocks. A thread of its own
 * therefore looks, and the sender counts what it has added since the last look.
 */
final class OutgoingBytes {
  /** Bytes that jnats needs for one queued message in addition to its text. */
  static final int PER_MESSAGE = 256;

  private static final long PAUSE_BETWEEN_LOOKS_NANOS = 1_000_000;

  private final long limit;
  private final long lookAbove;
  private final LongSupplier pending;
  private final AtomicLong added = new AtomicLong();
  private final AtomicBoolean lookWanted = new AtomicBoolean();
  private final Thread looker;
  private volatile long drained;
  private volatile boolean closed;

  OutgoingBytes(long limit, LongSupplier pending) {
    this.limit = limit;
    this.lookAbove = limit / 16;
    this.pending = pending;
    this.looker = Thread.ofVirtual().name("bub-nats-outgoing").unstarted(this::lookWhenWanted);
  }

  void start() {
    looker.start();
  }

  /** Returns false when the message does not fit. Never blocks. */
  boolean add(long bytes) {
    long held = added.addAndGet(bytes) - drained;
    boolean fits = held <= limit;
    if (!fits) {
      added.addAndGet(-bytes);
    }
    if (held > lookAbove && lookWanted.compareAndSet(false, true)) {
      LockSupport.unpark(looker);
    }
    return fits;
  }

  void look() {
    // What is added between these two lines counts twice until the next look, which is safe.
    long before = added.get();
    drained = Math.max(drained, before - pending.getAsLong());
  }

  private void lookWhenWanted() {
    while (!closed) {
      if (lookWanted.getAndSet(false)) {
        look();
        LockSupport.parkNanos(PAUSE_BETWEEN_LOOKS_NANOS);
      } else {
        LockSupport.park(this);
      }
    }
  }

  void close() {
    closed = true;
    LockSupport.unpark(looker);
  }
}
