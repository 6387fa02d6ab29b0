package bub.bus.memory;

import org.jspecify.annotations.Nullable;

/** Reservation of memory in an account, which is released once. Hub thread only. */
public final class MemoryHold {
  private final MemoryAccount account;
  private final MemoryKind kind;
  private long bytes;

  private MemoryHold(MemoryAccount account, MemoryKind kind, long bytes) {
    this.account = account;
    this.kind = kind;
    this.bytes = bytes;
  }

  /** Reserves memory. Returns null when the limit is reached. */
  public static @Nullable MemoryHold take(MemoryAccount account, MemoryKind kind, long bytes) {
    return account.reserve(kind, bytes) ? new MemoryHold(account, kind, bytes) : null;
  }

  public void release() {
    account.release(kind, bytes);
    bytes = 0;
  }
}
