package bub.cluster.interest;

/**
 * Way to the other nodes. It may lose, repeat and reorder messages: the replica repairs its table.
 */
public interface InterestTransport {
  /** Sends to every node. The own node may receive the message too and ignores it. */
  void broadcast(byte[] message);

  void sendTo(NodeId node, byte[] message);
}
