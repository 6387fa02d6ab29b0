package bub.cluster.interest;

/**
 * Receiver of the changes in the interest of other nodes. It must not call the replica back.
 *
 * <p>Entries arrive only between {@link #nodeJoined} and {@link #nodeLeft}. Before a node leaves,
 * {@link #removed} is called for each of its entries.
 */
public interface InterestListener {
  void nodeJoined(NodeId node);

  void added(NodeId node, InterestEntry entry);

  void removed(NodeId node, InterestEntry entry);

  void nodeLeft(NodeId node, String reason);

  /** Another live process uses the name of this node. Called once per process. */
  void nameConflict(NodeId other);

  /** Another node speaks no version that this node understands. Called once per process. */
  void versionConflict(NodeId other, int lowest, int highest);
}
