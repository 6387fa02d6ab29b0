package bub.cluster.identity;

import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.KeyValueBucket.Change;
import bub.cluster.nats.KeyValueBucket.Entry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Reads all entries of a bucket once. */
final class BucketScan {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private BucketScan() {}

  static Map<String, Entry> read(KeyValueBucket bucket) throws ClusterUnavailable {
    Map<String, Entry> entries = new ConcurrentHashMap<>();
    var complete = new CountDownLatch(1);
    try (var _ =
        bucket.watch(
            "",
            change -> {
              switch (change) {
                case Change.Put(Entry entry) -> entries.put(entry.key(), entry);
                case Change.Deleted(String key, long _) -> entries.remove(key);
              }
            },
            complete::countDown)) {
      if (!complete.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new ClusterUnavailable("The entries did not arrive.");
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new ClusterUnavailable("The read was interrupted.", hurried);
    }
    return entries;
  }
}
