package bub.bus.cluster;

import bub.bus.route.Subscriber;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.time.Duration;
import java.util.function.Consumer;

/** Peer that is connected to another node, as the provider of a capability. Hub thread only. */
public final class RemotePeer extends Subscriber {
  private final Address clientId;
  private final RemoteNode node;

  public RemotePeer(Address clientId, RemoteNode node) {
    this.clientId = clientId;
    this.node = node;
  }

  @Override
  public Address clientId() {
    return clientId;
  }

  @Override
  public long reserveCallId() {
    return 0;
  }

  @Override
  public void call(
      Envelope envelope,
      long callId,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<Reply> done) {
    node.call(clientId, envelope, timeout, progress, done);
  }

  @Override
  public void deliver(Envelope envelope, long callId, Consumer<Reply> done) {
    throw new IllegalStateException("messages go to the node, not to one of its peers");
  }

  @Override
  public boolean tell(Envelope envelope) {
    return node.tell(envelope);
  }

  @Override
  public Ack readAck(RawJson answer) {
    return Ack.read(answer);
  }
}
