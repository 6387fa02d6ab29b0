package bub.bus.cluster;

import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.util.List;

/** Answer of a node to one message. */
public sealed interface NodeReply {

  /** The acks of its recipients, or of its interceptors; empty when it has none any more. */
  record Acked(List<Ack> acks) implements NodeReply {}

  /** One of its interceptors halted the message. */
  record Halted(Address by, Ack ack) implements NodeReply {}

  /** No answer of the node: the reply says why. */
  record Failed(Reply reply) implements NodeReply {}
}
