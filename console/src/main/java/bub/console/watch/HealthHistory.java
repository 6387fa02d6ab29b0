package bub.console.watch;

import bub.console.view.BusViews.HealthSample;
import bub.console.view.BusViews.HealthView;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The samples of the last hour, in order and independent of the clock. Safe for any thread. */
public final class HealthHistory {
  public static final int MOST_SECONDS = 3_600;

  private final Deque<HealthSample> samples = new ArrayDeque<>();

  synchronized void add(HealthSample sample) {
    if (samples.size() == MOST_SECONDS) {
      samples.removeFirst();
    }
    samples.addLast(sample);
    notifyAll();
  }

  public synchronized @Nullable HealthSample latest() {
    return samples.peekLast();
  }

  /**
   * Returns null at the time limit; compares identities, because a quiet bus gives equal samples.
   */
  @SuppressWarnings("ReferenceEquality")
  public synchronized @Nullable HealthSample next(@Nullable HealthSample last, Duration atMost)
      throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (latest() == last) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return latest();
  }

  public HealthView view(int seconds, int points) {
    List<HealthSample> last = newest(seconds);
    int step = Math.ceilDiv(Math.max(seconds, 1), Math.max(points, 1));
    if (step == 1) {
      return new HealthView(1, last);
    }
    var steps = new ArrayList<HealthSample>();
    // From the newest back, so that an incomplete step is the oldest.
    for (int end = last.size(); end > 0; end -= step) {
      steps.addFirst(mean(last.subList(Math.max(0, end - step), end)));
    }
    return new HealthView(step, steps);
  }

  private synchronized List<HealthSample> newest(int seconds) {
    return samples.stream().skip(Math.max(0, samples.size() - seconds)).toList();
  }

  private static HealthSample mean(List<HealthSample> some) {
    HealthSample last = some.getLast();
    return new HealthSample(
        last.at(),
        last.connected(),
        last.uptimeSeconds(),
        last.peers(),
        last.subscriptions(),
        Math.round(mean(some, HealthSample::inFlight)),
        mean(some, HealthSample::perSecond),
        mean(some, HealthSample::refusedPerSecond),
        means(some, HealthSample::refusedBy),
        means(some, HealthSample::deliveries),
        mean(present(some, HealthSample::p50Ms)),
        mean(present(some, HealthSample::p90Ms)),
        max(present(some, HealthSample::p99Ms)),
        max(present(some, HealthSample::maxMs)),
        some.stream().mapToLong(HealthSample::measured).sum(),
        some.stream().mapToLong(HealthSample::logQueuedBytes).max().orElse(0),
        last.logLost(),
        some.stream().anyMatch(HealthSample::logFailing),
        last.heapBytes(),
        last.consoleHeapBytes(),
        last.memory(),
        last.nodes());
  }

  private static double mean(List<HealthSample> some, ToDoubleFunction<HealthSample> figure) {
    return some.stream().mapToDouble(figure).average().orElse(0);
  }

  private static Map<String, Double> means(
      List<HealthSample> some, Function<HealthSample, Map<String, Double>> rates) {
    var sums = new LinkedHashMap<String, Double>();
    for (HealthSample sample : some) {
      rates.apply(sample).forEach((name, rate) -> sums.merge(name, rate, Double::sum));
    }
    sums.replaceAll((_, sum) -> sum / some.size());
    return sums;
  }

  private static List<Double> present(
      List<HealthSample> some, Function<HealthSample, @Nullable Double> figure) {
    return some.stream().map(figure).filter(Objects::nonNull).toList();
  }

  private static @Nullable Double mean(Collection<Double> figures) {
    return figures.isEmpty()
        ? null
        : (Double) figures.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private static @Nullable Double max(Collection<Double> figures) {
    return figures.stream().max(Double::compare).orElse(null);
  }
}
