package bub.bench.measure;

import bub.bench.server.ProgressOutput;
import bub.bench.wire.BenchConnection;
import bub.bench.wire.BenchDialer;
import bub.bench.wire.BusListener;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/** Idle connections with subscriptions that the load never hits. */
public final class IdleSubscriptions {
  private static final int PER_CONNECTION = 1_000;
  private static final int AT_ONCE = 8;
  private static final long REPORT_NANOS = Duration.ofSeconds(2).toNanos();

  private final BenchDialer dialer;
  private final ProgressOutput progress;
  private final Queue<BenchConnection> subscribing = new ArrayDeque<>();

  public IdleSubscriptions(BenchDialer dialer, ProgressOutput progress) {
    this.dialer = dialer;
    this.progress = progress;
  }

  public void gather(int subscriptions) {
    gather(0, subscriptions);
  }

  /** Subscribes the numbers from {@code begin} up to {@code end}. */
  public void gather(int begin, int end) {
    long reported = System.nanoTime();
    for (int first = begin; first < end; first += PER_CONNECTION) {
      int count = Math.min(PER_CONNECTION, end - first);
      subscribing.add(dialer.dial(new BusListener(first, count)));
      if (subscribing.size() == AT_ONCE) {
        dialer.await(subscribing.remove().ready(), "subscriptions were not confirmed");
      }
      if (System.nanoTime() - reported > REPORT_NANOS) {
        reported = System.nanoTime();
        progress.say("  Requested " + (first + count) + " of " + end + " subscriptions");
      }
    }
    subscribing.forEach(
        connection -> dialer.await(connection.ready(), "subscriptions were not confirmed"));
  }
}
