package bub.cluster.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cluster.interest.NodeId;
import bub.cluster.nats.Subjects;
import org.jspecify.annotations.Nullable;

/** Connection that owns a clientId, as the bucket stores it. Numbers order the claims of a node. */
record ClientIdOwner(NodeId node, String connectionId, long number) {
  private static final String FORMAT = "1";

  byte[] encode() {
    return String.join(
            " ",
            FORMAT,
            node.name(),
            Long.toString(node.epoch()),
            Long.toString(number),
            connectionId)
        .getBytes(UTF_8);
  }

  /** Returns null for a value that this version does not understand. */
  static @Nullable ClientIdOwner decode(byte[] value) {
    String[] parts = new String(value, UTF_8).split(" ", 5);
    if (parts.length < 5 || !parts[0].equals(FORMAT) || !Subjects.isName(parts[1])) {
      return null;
    }
    try {
      long epoch = Long.parseLong(parts[2]);
      return epoch <= 0
          ? null
          : new ClientIdOwner(new NodeId(parts[1], epoch), parts[4], Long.parseLong(parts[3]));
    } catch (NumberFormatException foreign) {
      return null;
    }
  }
}
