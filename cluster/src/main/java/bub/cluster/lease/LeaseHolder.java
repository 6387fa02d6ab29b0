package bub.cluster.lease;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cluster.interest.NodeId;
import bub.cluster.nats.Subjects;
import org.jspecify.annotations.Nullable;

/**
 * Life of a node that leases refer to. A node that could not prove in time that it lives starts its
 * next life, so that leases of the previous one never count again.
 */
record LeaseHolder(NodeId node, long life) {
  private static final String FORMAT = "1";

  LeaseHolder next() {
    return new LeaseHolder(node, life + 1);
  }

  /** Value of a lease. */
  byte[] encode() {
    return String.join(" ", FORMAT, node.name(), Long.toString(node.epoch()), Long.toString(life))
        .getBytes(UTF_8);
  }

  /** Returns null for a value that this version does not understand. */
  static @Nullable LeaseHolder decode(byte[] value) {
    String[] parts = new String(value, UTF_8).split(" ", -1);
    if (parts.length < 4 || !parts[0].equals(FORMAT) || !Subjects.isName(parts[1])) {
      return null;
    }
    try {
      long epoch = Long.parseLong(parts[2]);
      return epoch <= 0
          ? null
          : new LeaseHolder(new NodeId(parts[1], epoch), Long.parseLong(parts[3]));
    } catch (NumberFormatException foreign) {
      return null;
    }
  }
}
