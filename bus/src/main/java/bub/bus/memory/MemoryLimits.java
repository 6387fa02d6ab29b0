package bub.bus.memory;

/**
 * Limits of the memory that the bus holds for its peers.
 *
 * @param total bytes for all connections together
 * @param transientTotal the part of it for memory that is soon given back
 * @param perConnection bytes for one connection that has completed initialize
 * @param uninitializedTotal bytes for all connections that have not completed initialize
 * @param maxUninitialized connections that have not completed initialize, in total
 * @param maxUninitializedPerAddress the same from one address
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

  /** Shares of this heap: half of it for peers, so that the rest of the program has the other. */
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

  /** The same with other limits for connections that have not completed initialize. */
  public MemoryLimits withUninitialized(int inTotal, int perAddress) {
    return new MemoryLimits(
        total, transientTotal, perConnection, uninitializedTotal, inTotal, perAddress);
  }

  /** Limits for the heap of this process. */
  public static MemoryLimits standard() {
    return ofHeap(Runtime.getRuntime().maxMemory());
  }

  /** True when nothing more is taken in, even before connections were closed for it. */
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
