package bub.jsonrpc;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Link between two peers of one process. Texts arrive in order, on the executor of their end. */
public final class InMemoryLink implements Link {
  private static final long CONGESTED_BYTES = 4L * 1024 * 1024;
  private static final int POLICY_VIOLATION = 1008;

  private final Executor executor;
  private final AtomicBoolean closed;
  private final ConcurrentLinkedQueue<Consumer<Receiver>> inbox = new ConcurrentLinkedQueue<>();
  private final AtomicLong inboxBytes = new AtomicLong();
  // Number of queued items. Only the thread that raises it from zero drains the queue.
  private final AtomicInteger waiting = new AtomicInteger();
  private @Nullable InMemoryLink other;
  private volatile @Nullable Receiver receiver;
  // Used by the draining thread only.
  private boolean ended;

  private InMemoryLink(Executor executor, AtomicBoolean closed) {
    this.executor = executor;
    this.closed = closed;
  }

  public record Pair(InMemoryLink left, InMemoryLink right) {}

  /** Creates a pair that delivers texts on the sending thread, which makes tests deterministic. */
  public static Pair pair() {
    return pair(Runnable::run, Runnable::run);
  }

  public static Pair pair(Executor leftThread, Executor rightThread) {
    var closed = new AtomicBoolean();
    var left = new InMemoryLink(leftThread, closed);
    var right = new InMemoryLink(rightThread, closed);
    left.other = right;
    right.other = left;
    return new Pair(left, right);
  }

  @Override
  public void open(Receiver receiver) {
    this.receiver = receiver;
    schedule();
  }

  @Override
  public boolean send(byte[] buffer, int offset, int length) {
    if (closed.get()) {
      return false;
    }
    if (opposite().inboxBytes.get() > 2 * CONGESTED_BYTES) {
      close(POLICY_VIOLATION, "the other side does not read fast enough");
      return false;
    }
    opposite().take(Arrays.copyOfRange(buffer, offset, offset + length));
    return true;
  }

  @Override
  public boolean isCongested() {
    return opposite().inboxBytes.get() > CONGESTED_BYTES;
  }

  @Override
  public void close(int code, String reason) {
    if (closed.compareAndSet(false, true)) {
      opposite().end(code, reason);
      end(code, reason);
    }
  }

  private void end(int code, String reason) {
    offer(
        owner -> {
          ended = true;
          owner.onClosed(code, reason);
        });
  }

  private InMemoryLink opposite() {
    if (other == null) {
      throw new IllegalStateException("the link has no other side");
    }
    return other;
  }

  private void take(byte[] text) {
    inboxBytes.addAndGet(text.length);
    offer(
        owner -> {
          inboxBytes.addAndGet(-text.length);
          owner.onText(text);
        });
  }

  private void offer(Consumer<Receiver> news) {
    inbox.add(news);
    schedule();
  }

  private void schedule() {
    if (receiver != null && waiting.getAndIncrement() == 0) {
      executor.execute(this::drain);
    }
  }

  private void drain() {
    Receiver owner = receiver;
    if (owner == null) {
      throw new IllegalStateException("the link was drained before it was opened");
    }
    int seen = waiting.get();
    do {
      for (var news = inbox.poll(); news != null; news = inbox.poll()) {
        // A text that is sent while the link closes may arrive after the close: drop it.
        if (!ended) {
          news.accept(owner);
        }
      }
      seen = waiting.addAndGet(-seen);
    } while (seen != 0);
  }
}
