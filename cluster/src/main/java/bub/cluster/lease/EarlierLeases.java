package bub.cluster.lease;

import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.KeyValueBucket.Change;
import bub.cluster.nats.KeyValueBucket.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Leases that earlier runs of a node hold, for a node that leaves its cluster. */
public final class EarlierLeases {
  private static final Duration READ_WITHIN = Duration.ofSeconds(10);

  private EarlierLeases() {}

  /**
   * Deletes the {@code wanted} leases of all nodes with this name, none of which may run, and
   * returns their number. Blocks.
   */
  public static int release(KeyValueBucket bucket, String node, Predicate<String> wanted)
      throws ClusterUnavailable, InterruptedException {
    int released = 0;
    for (Entry entry : all(bucket)) {
      String name = LeaseKeys.leaseName(entry.key());
      LeaseHolder holder = LeaseHolder.decode(entry.value());
      if (name != null
          && holder != null
          && holder.node().name().equals(node)
          && wanted.test(name)
          && bucket.delete(entry.key(), entry.revision())) {
        released++;
      }
    }
    return released;
  }

  private static List<Entry> all(KeyValueBucket bucket)
      throws ClusterUnavailable, InterruptedException {
    var entries = new ArrayList<Entry>();
    var ready = new CountDownLatch(1);
    try (var _ = bucket.watch("", change -> add(entries, change), ready::countDown)) {
      if (!ready.await(READ_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new ClusterUnavailable("The cluster did not list its leases in time.");
      }
    }
    synchronized (entries) {
      return List.copyOf(entries);
    }
  }

  private static void add(List<Entry> entries, Change change) {
    if (change instanceof Change.Put(Entry entry)) {
      synchronized (entries) {
        entries.add(entry);
      }
    }
  }
}
