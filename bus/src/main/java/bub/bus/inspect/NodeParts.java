package bub.bus.inspect;

import java.util.List;

/**
 * What each node answered, and the names of the nodes that did not.
 *
 * @param parts by name of the node
 */
record NodeParts<T>(List<Part<T>> parts, List<String> missing) {

  /** Answer of one node; its name is empty on a single bus. */
  record Part<T>(String node, T value) {}

  /** True for a single bus, which answers without naming a node. */
  boolean isSingle() {
    return parts.size() == 1 && parts.getFirst().node().isEmpty();
  }
}
