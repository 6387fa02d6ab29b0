package bub.bus.memory;

import bub.jsonrpc.MemoryGauge;
import bub.jsonrpc.RpcError;
import bub.protocol.ErrorCodes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Memory that the bus holds for one connection, also charged to its group. Hub thread only. */
public final class MemoryAccount implements MemoryGauge {
  private static final long MAX_BATCH_ANSWER = 2L << 20;
  private static final long RETRY_AFTER_MILLIS = 1_000;

  /** An account up to this size is never refused because of memory that others hold. */
  private static final long SMALL_BYTES = 32 * 1024;

  @FunctionalInterface
  public interface Holder {
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

  /** Returns false, without a charge, when this account or the total is full. */
  public boolean reserve(MemoryKind kind, long bytes) {
    boolean isSmall = reserved || held + bytes <= SMALL_BYTES;
    if (held + bytes > limit() || !isSmall && !budget.hasRoomFor(kind, bytes)) {
      budget.countRefusal();
      return false;
    }
    charge(kind, bytes);
    return true;
  }

  /** Charges {@code bytes} that are already held; negative bytes are released. */
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
      return refusal("the answers to this batch are too large; send fewer calls per batch");
    }
    return reserve(MemoryKind.BATCHES, bytes)
        ? null
        : refusal("not enough memory to hold this answer until the batch is complete");
  }

  @Override
  public void releaseAnswer(long bytes) {
    release(MemoryKind.BATCHES, bytes);
  }

  @Override
  public void hold(long bytes) {
    charge(MemoryKind.FRAMES, bytes);
  }

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
   * @param isOwnPart true for a part of bub itself, which is never closed and may use the reserve
   */
  public void initialized(String principal, boolean isOwnPart) {
    if (!initialized && !closed) {
      initialized = true;
      reserved = isOwnPart;
      budget.promote(this, principal);
    }
  }

  /** Calls that other peers have not answered yet stay charged until they end. */
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

  /** Runs {@code action} when the account is closed. Use this only for large amounts of memory. */
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
