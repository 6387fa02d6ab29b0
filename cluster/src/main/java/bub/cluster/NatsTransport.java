package bub.cluster;

import bub.cluster.interest.InterestTransport;
import bub.cluster.interest.NodeId;
import bub.cluster.message.NodeInbox;
import bub.cluster.message.NodeTransport;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.Subjects;

/** Messages of this node over NATS, on the subject of all nodes or of one. */
final class NatsTransport implements InterestTransport, NodeTransport {
  private final NatsConnection nats;
  private final Subjects subjects;
  private final NodeId self;

  NatsTransport(NatsConnection nats, NodeId self) {
    this.nats = nats;
    this.subjects = nats.settings().subjects();
    this.self = self;
  }

  @Override
  public void broadcast(byte[] message) {
    boolean _ = nats.publish(subjects.interest(), message);
  }

  @Override
  public void sendTo(NodeId node, byte[] message) {
    boolean _ = send(node, NodeInbox.wrapInterest(self, message));
  }

  @Override
  public boolean send(NodeId to, byte[] message) {
    return nats.publish(subjects.node(to.name(), to.epoch()), message);
  }

  @Override
  public int maxBytes() {
    return (int) Math.max(4_096, Math.min(nats.maxPayload(), 8 << 20));
  }
}
