package bub.checks.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A fault of a cluster, which begins, lasts and ends. */
interface ClusterFault {
  /** Words for the table of results. */
  String name();

  /** Returns what this machine lacks for the fault, or null. */
  default @Nullable String missing(FaultCluster cluster) throws IOException, InterruptedException {
    return null;
  }

  /** Causes the fault for its whole duration and ends it, with all processes running again. */
  void strike(FaultCluster cluster) throws IOException, InterruptedException;

  /** Lets a fault last. */
  static void last(Duration time) throws InterruptedException {
    boolean _ = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
  }
}
