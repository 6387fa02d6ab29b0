package bub.cluster.message;

import bub.cluster.interest.NodeId;

/** Way to other nodes. It keeps the order of messages but may lose some. Safe for any thread. */
public interface NodeTransport {

  /** Never blocks. Returns false when the message was not sent. */
  boolean send(NodeId to, byte[] message);

  /** Maximum size of a message. It changes when the server changes. */
  int maxBytes();
}
