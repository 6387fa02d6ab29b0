package bub.console.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Histogram of all latencies since the start, so that scrapers miss none. Safe for any thread. */
public final class LatencyHistogram {
  private static final double[] ENDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
  };

  /** Number of messages that took at most this time; the last step is infinite. */
  public record Step(double seconds, long count) {}

  /** Cumulative counts, the shortest step first. */
  public record Counts(List<Step> steps, double sumSeconds) {
    public long total() {
      return steps.getLast().count();
    }
  }

  private final long[] counts = new long[ENDS.length + 1];
  private double sumSeconds;

  synchronized void add(double seconds) {
    int found = Arrays.binarySearch(ENDS, seconds);
    counts[found < 0 ? -found - 1 : found]++;
    sumSeconds += seconds;
  }

  public synchronized Counts counts() {
    var steps = new ArrayList<Step>();
    long total = 0;
    for (int i = 0; i < counts.length; i++) {
      total += counts[i];
      steps.add(new Step(i < ENDS.length ? ENDS[i] : Double.POSITIVE_INFINITY, total));
    }
    return new Counts(List.copyOf(steps), sumSeconds);
  }
}
