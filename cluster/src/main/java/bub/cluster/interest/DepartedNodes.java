package bub.cluster.interest;

import java.util.LinkedHashMap;
import java.util.Map;

/** Memory of processes that left or were replaced, so that a late message does not revive them. */
final class DepartedNodes {
  private static final long KEEP_NANOS = 3_000_000_000L;

  private final Map<NodeId, Long> until = new LinkedHashMap<>();
  private final int limit;

  DepartedNodes(int limit) {
    this.limit = limit;
  }

  void add(NodeId node, long now) {
    until.remove(node);
    if (until.size() >= limit) {
      until.remove(until.keySet().iterator().next());
    }
    until.put(node, now + KEEP_NANOS);
  }

  boolean contains(NodeId node) {
    return until.containsKey(node);
  }

  void tick(long now) {
    until.values().removeIf(end -> end <= now);
  }
}
