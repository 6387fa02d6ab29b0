package bub.cluster.lease;

import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import bub.cluster.nats.KeyValueBucket.Entry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lives of nodes that are over. A server that was cut off may answer a read with an old state, so a
 * missing record proves nothing; only a write does. Safe for any thread; calls block.
 */
final class EndedLives {
  private static final int MAX_KNOWN = 1_000;

  private final KeyValueBucket bucket;
  // A dead node may have held many leases, and one proof is enough.
  private final Set<LeaseHolder> known = ConcurrentHashMap.newKeySet();

  EndedLives(KeyValueBucket bucket) {
    this.bucket = bucket;
  }

  /** True if a life can no longer hold leases. Once true, it stays true. */
  boolean contains(LeaseHolder life) throws ClusterUnavailable {
    if (known.contains(life)) {
      return true;
    }
    String key = LeaseKeys.node(life.node());
    Entry record = bucket.get(key);
    LeaseHolder seen = record == null ? null : LeaseHolder.decode(record.value());
    if (record != null && seen == null) {
      return false; // a newer version of bub wrote it, so the node lives
    }
    if (seen == null || seen.isPlaceholder()) {
      proveAbsence(key, life, record);
    } else if (seen.life() <= life.life()) {
      return false; // the life itself, or an old answer
    }
    if (known.size() >= MAX_KNOWN) {
      known.clear();
    }
    known.add(life);
    return true;
  }

  /** Writes a placeholder, which only succeeds when the node has no record, and removes it. */
  private void proveAbsence(String key, LeaseHolder life, @Nullable Entry placeholder)
      throws ClusterUnavailable {
    long revision =
        placeholder == null
            ? bucket.create(key, life.placeholder().encode())
            : placeholder.revision();
    if (revision <= 0 || !bucket.delete(key, revision)) {
      throw new ClusterUnavailable(
          "The NATS servers do not agree yet about node " + life.node().name() + ".");
    }
  }
}
