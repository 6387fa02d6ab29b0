package bub.checks.attack;

import java.util.Arrays;

/** Measured times in nanoseconds, in order. Safe for any thread. */
final class Latencies {
  private long[] values = new long[1024];
  private int count;

  synchronized void add(long nanos) {
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
    }
    values[count++] = nanos;
  }

  synchronized int count() {
    return count;
  }

  /** The time within which this share of the measurements from {@code first} on ended. */
  synchronized long quantile(int first, double share) {
    if (first >= count) {
      return Long.MAX_VALUE;
    }
    long[] sorted = Arrays.copyOfRange(values, first, count);
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }
}
