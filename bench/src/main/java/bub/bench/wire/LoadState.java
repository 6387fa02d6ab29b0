package bub.bench.wire;

import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;

/** Shared state of all senders to one server: the stop flag and the deliveries. Event loop only. */
final class LoadState {
  private static final long LONGEST_NANOS = 120_000_000_000L;

  private final Histogram latencies = new Histogram(LONGEST_NANOS, 3);
  private boolean running;
  private int airborne;
  private CompletableFuture<Void> landed = new CompletableFuture<>();

  boolean running() {
    return running;
  }

  void start() {
    running = true;
    landed = new CompletableFuture<>();
  }

  /** Stops sending; completes when the last answer has arrived. */
  CompletableFuture<Void> stop() {
    running = false;
    checkLanded();
    return landed;
  }

  void sent() {
    airborne++;
  }

  void delivered(long nanos) {
    airborne--;
    latencies.recordValue(Math.min(nanos, LONGEST_NANOS));
    checkLanded();
  }

  void forget() {
    latencies.reset();
  }

  long delivered() {
    return latencies.getTotalCount();
  }

  double latencyMicros(double percentile) {
    return latencies.getValueAtPercentile(percentile) / 1e3;
  }

  private void checkLanded() {
    if (!running && airborne == 0) {
      landed.complete(null);
    }
  }
}
