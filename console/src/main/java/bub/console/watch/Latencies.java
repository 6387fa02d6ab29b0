package bub.console.watch;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Recent latencies of messages; a random sample when there are too many. Safe for any thread. */
final class Latencies {
  private static final int KEPT = 4_096;

  /** Figures of one second; percentiles without data are null. */
  record Summary(
      long measured,
      @Nullable Double p50,
      @Nullable Double p90,
      @Nullable Double p99,
      @Nullable Double max) {
    static final Summary NONE = new Summary(0, null, null, null, null);
  }

  private final LatencyHistogram histogram = new LatencyHistogram();
  private final DoubleSupplier chance;
  private final double[] kept = new double[KEPT];
  private long seen;
  private double max;

  Latencies(DoubleSupplier chance) {
    this.chance = chance;
  }

  synchronized void add(double millis) {
    // Reservoir sampling: every latency has the same chance to stay.
    long place = seen < KEPT ? seen : (long) (chance.getAsDouble() * (seen + 1));
    if (place < KEPT) {
      kept[(int) place] = millis;
    }
    max = Math.max(max, millis);
    seen++;
    histogram.add(millis / 1_000);
  }

  LatencyHistogram histogram() {
    return histogram;
  }

  synchronized Summary drain() {
    if (seen == 0) {
      return Summary.NONE;
    }
    double[] sorted = Arrays.copyOf(kept, (int) Math.min(seen, KEPT));
    Arrays.sort(sorted);
    var summary = new Summary(seen, at(sorted, 0.5), at(sorted, 0.9), at(sorted, 0.99), max);
    seen = 0;
    max = 0;
    return summary;
  }

  private static double at(double[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  }
}
