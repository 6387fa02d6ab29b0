package bub.cluster.lease;

import bub.cluster.interest.NodeId;
import bub.cluster.nats.KeyNames;
import org.jspecify.annotations.Nullable;

/** Keys of the bucket of leases: one per lease and one per living node. */
final class LeaseKeys {
  private static final String LEASE = "lease.";
  private static final String NODE = "node.";

  private LeaseKeys() {}

  static String lease(String name) {
    return LEASE + KeyNames.encode(name);
  }

  static String node(NodeId node) {
    return NODE + node.name() + "." + node.epoch();
  }

  static boolean isNode(String key) {
    return key.startsWith(NODE);
  }

  /** Name of the lease of a key, or null for another key. */
  static @Nullable String leaseName(String key) {
    if (!key.startsWith(LEASE)) {
      return null;
    }
    try {
      return KeyNames.decode(key.substring(LEASE.length()));
    } catch (IllegalArgumentException foreign) {
      return null;
    }
  }
}
