package bub.bus.memory;

/**
 * Limits of the memory, in bytes, that the bus holds for its peers.
 *
 * @param transientTotal part of the total for memory that is released soon
 */
public record MemoryLimits(
    long total,
    long transientTotal,
    long perConnection,
    long uninitializedTotal,
    int maxUninitialized,
    int maxUninitializedPerAddress) {

  private static final long LEAST_PER_CONNECTION = 16L << 20;
  private static final int MAX_UNINITIALIZED = 4_096;
  private static final int MAX_UNINITIALIZED_PER_ADDRESS = 1_024;

  /** Uses half of this heap for peers and leaves the other half to the rest of the program. */
  public static MemoryLimits ofHeap(long heapBytes) {
    return ofTotal(heapBytes / 2);
  }

  public static MemoryLimits ofTotal(long total) {
    long transientTotal = total / 2;
    return new MemoryLimits(
        total,
        transientTotal,
        Math.min(transientTotal, Math.max(LEAST_PER_CONNECTION, transientTotal / 4)),
        total / 8,
        MAX_UNINITIALIZED,
        MAX_UNINITIALIZED_PER_ADDRESS);
  }

  public MemoryLimits withUninitialized(int inTotal, int perAddress) {
    return new MemoryLimits(
        total, transientTotal, perConnection, uninitializedTotal, inTotal, perAddress);
  }

  public static MemoryLimits standard() {
    return ofHeap(Runtime.getRuntime().maxMemory());
  }

  /** True when the bus must refuse more memory, even before it has closed connections. */
  boolean isExceeded(long held, long heldForShort) {
    return held > total + total / 8 || heldForShort > transientTotal + transientTotal / 4;
  }

  long transientAfterRelief() {
    return transientTotal - transientTotal / 8;
  }

  long uninitializedAfterRelief() {
    return uninitializedTotal - uninitializedTotal / 4;
  }
}
