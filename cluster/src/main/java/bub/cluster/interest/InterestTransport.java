package bub.cluster.interest;

/**
 * Way to the other nodes. It may lose, repeat and reorder messages: the replica repairs its table.
 * It passes received messages to the replica later, never from inside these methods.
 */
public interface InterestTransport {
  /** Sends to every node. The own node may receive the message too and ignores it. */
  void broadcast(byte[] message);

  void sendTo(NodeId node, byte[] message);
}
