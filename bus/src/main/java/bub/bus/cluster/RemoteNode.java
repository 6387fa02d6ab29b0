package bub.bus.cluster;

import bub.bus.route.Subscriber;
import bub.bus.trace.TraceContext;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Another node of the cluster, as one subscriber for all its peers. Hub thread only. */
public final class RemoteNode extends Subscriber {
  private final String name;
  private final Address address;
  private final NodeLink link;
  private final Function<Envelope, TraceContext> contexts;

  /** {@code contexts} finds the trace of a message that the guard has just passed. */
  public RemoteNode(String name, NodeLink link, Function<Envelope, TraceContext> contexts) {
    this.name = name;
    this.address = new Address("system:node." + name);
    this.link = link;
    this.contexts = contexts;
  }

  public String name() {
    return name;
  }

  /** Address that stands for the node in acks and in the log. */
  @Override
  public Address clientId() {
    return address;
  }

  /** The answer has one ack per recipient. */
  public void deliver(Envelope envelope, Consumer<NodeReply> done) {
    if (LocalAddresses.contain(envelope.to())) {
      done.accept(new NodeReply.Acked(List.of()));
    } else {
      link.deliver(envelope, contexts.apply(envelope), done);
    }
  }

  /** Passes a request about chats on, whose address every node has itself. */
  public void forward(Envelope envelope, Consumer<NodeReply> done) {
    link.forward(envelope, contexts.apply(envelope), done);
  }

  public void intercept(Envelope envelope, Consumer<NodeReply> done) {
    if (LocalAddresses.contain(envelope.to())) {
      done.accept(new NodeReply.Acked(List.of()));
    } else {
      link.intercept(envelope, contexts.apply(envelope), done);
    }
  }

  void call(
      Address provider,
      Envelope envelope,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<Reply> done) {
    link.call(provider, envelope, contexts.apply(envelope), timeout, progress, done);
  }

  @Override
  public boolean tell(Envelope envelope) {
    return LocalAddresses.contain(envelope.to())
        || link.publish(envelope, contexts.apply(envelope));
  }

  @Override
  public long reserveCallId() {
    return 0;
  }

  @Override
  public void deliver(Envelope envelope, long callId, Consumer<Reply> done) {
    throw new IllegalStateException("a node has more than one recipient");
  }

  @Override
  public void call(
      Envelope envelope,
      long callId,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<Reply> done) {
    throw new IllegalStateException("a call goes to one peer of a node");
  }

  @Override
  public Ack readAck(RawJson answer) {
    return Ack.read(answer);
  }
}
