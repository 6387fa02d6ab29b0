package bub.cluster.interest;

import org.jspecify.annotations.Nullable;

/**
 * Detector of another process with the name of this node. It waits for a second sign of life after
 * a while, because the last messages of a predecessor may arrive late.
 */
final class NameRivals {
  private static final long CERTAIN_NANOS = 1_000_000_000;
  private static final long FORGET_NANOS = 3_000_000_000L;

  private @Nullable NodeId rival;
  private long since;
  private long heardAt;
  private boolean isReported;

  /** True once per rival, when it is certain to be alive. */
  boolean heard(NodeId node, long now) {
    if (!node.equals(rival) || !isReported && now - heardAt > FORGET_NANOS) {
      rival = node;
      since = now;
      isReported = false;
    }
    heardAt = now;
    if (isReported || now - since < CERTAIN_NANOS) {
      return false;
    }
    isReported = true;
    return true;
  }

  /** True when a rival was heard that may be dead or alive. */
  boolean isUnsure(long now) {
    return rival != null && !isReported && now - heardAt <= FORGET_NANOS;
  }

  void left(NodeId node) {
    if (node.equals(rival)) {
      rival = null;
    }
  }
}
