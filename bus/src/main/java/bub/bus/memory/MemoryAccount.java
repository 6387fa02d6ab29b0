package bub.bus.memory;

import bub.jsonrpc.MemoryGauge;
import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the bus holds for one connection. Every byte is charged here, to the connection's
 * group and to the total. Hub thread only.
 */
public final class MemoryAccount implements MemoryGauge {
  private static final long MAX_BATCH_ANSWER = 2L << 20;
  private static final long RETRY_AFTER_MILLIS = 1_000;

  /** An account this small is never refused for what others hold. */
  private static final long SMALL_BYTES = 32 * 1024;

  /** Connection behind an account. */
  @FunctionalInterface
  public interface Holder {
    /** Closes the connection because memory is short. */
    void evict(String reason);
  }

  private final MemoryBudget budget;
  private final Holder holder;
  MemoryGroup group;
  private boolean initialized;
  private boolean reserved;
  private boolean closed;
  private boolean evicted;
  private long held;
  private @Nullable Set<Runnable> whenClosed;

  MemoryAccount(MemoryBudget budget, MemoryGroup group, Holder holder) {
    this.budget = budget;
    this.group = group;
    this.holder = holder;
  }

  /** Charges {@code bytes} unless this account or the total is full; false when it is. */
  public boolean reserve(MemoryKind kind, long bytes) {
    boolean isSmall = reserved || held + bytes <= SMALL_BYTES;
    if (held + bytes > limit() || !isSmall && !budget.hasRoomFor(kind, bytes)) {
      budget.countRefusal();
      return false;
    }
    charge(kind, bytes);
    return true;
  }

  /** Charges {@code bytes} that are held already; negative bytes are given back. */
  public void charge(MemoryKind kind, long bytes) {
    held += bytes;
    group.held += bytes;
    budget.charge(kind, bytes, this);
  }

  public void release(MemoryKind kind, long bytes) {
    charge(kind, -bytes);
  }

  @Override
  public @Nullable RpcError reserveAnswer(long bytes, long heldByBatch) {
    if (heldByBatch + bytes > MAX_BATCH_ANSWER) {
      budget.countRefusal();
      return refusal("the answers to this batch are too large together: send fewer calls at once");
    }
    return reserve(MemoryKind.BATCHES, bytes)
        ? null
        : refusal("no room to keep this answer until its batch is complete");
  }

  @Override
  public void releaseAnswer(long bytes) {
    release(MemoryKind.BATCHES, bytes);
  }

  @Override
  public void hold(long bytes) {
    charge(MemoryKind.FRAMES, bytes);
  }

  /** Error for a call that was refused because too much is held. */
  public static RpcError refusal(String problem) {
    return new RpcError(
        ErrorCodes.OVERLOADED,
        "Overloaded: " + problem,
        out ->
            out.beginObject()
                .field("reason", "memory_full")
                .field("retryAfterMs", RETRY_AFTER_MILLIS)
                .endObject());
  }

  private long limit() {
    return initialized ? budget.limits().perConnection() : budget.limits().uninitializedTotal();
  }

  /**
   * Marks the connection as initialized.
   *
   * @param principal id of its principal, or an empty text when it has none
   * @param isOwnPart true for a part of bub itself: it is never closed and may use the reserve
   */
  public void initialized(String principal, boolean isOwnPart) {
    if (!initialized && !closed) {
      initialized = true;
      reserved = isOwnPart;
      budget.promote(this, principal);
    }
  }

  /** Ends the account. Calls that other peers have not answered yet stay charged until they end. */
  public void close() {
    if (!closed) {
      closed = true;
      if (whenClosed != null) {
        List.copyOf(whenClosed).forEach(Runnable::run);
        whenClosed = null;
      }
      budget.remove(this);
    }
  }

  /** Has {@code action} run when the account is closed; for the few holders of much memory. */
  public void whenClosed(Runnable action) {
    if (whenClosed == null) {
      whenClosed = new HashSet<>();
    }
    whenClosed.add(action);
  }

  public void forget(Runnable action) {
    if (whenClosed != null) {
      whenClosed.remove(action);
    }
  }

  void evict(String reason) {
    evicted = true;
    holder.evict(reason);
  }

  /** True when this account holds so little that nobody else suffers from it. */
  public boolean isSmall() {
    return held <= SMALL_BYTES;
  }

  public boolean isInitialized() {
    return initialized;
  }

  public boolean isClosed() {
    return closed;
  }

  boolean isReserved() {
    return reserved;
  }

  boolean isEvicted() {
    return evicted;
  }

  public long held() {
    return held;
  }
}
