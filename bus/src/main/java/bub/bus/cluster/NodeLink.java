package bub.bus.cluster;

import bub.bus.trace.TraceContext;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.time.Duration;
import java.util.function.Consumer;

/** Way to one other node. Each callback is called exactly once. Hub thread only. */
public interface NodeLink {

  /** Delivers a message to all subscribers of that node. */
  void deliver(Envelope envelope, TraceContext context, Consumer<NodeReply> done);

  /** Passes a request about chats on, which that node handles like one of its own peers. */
  void forward(Envelope envelope, TraceContext context, Consumer<NodeReply> done);

  /** Asks the interceptors of that node. */
  void intercept(Envelope envelope, TraceContext context, Consumer<NodeReply> done);

  /** Delivers a message without an answer. Returns false when it could not be sent. */
  boolean publish(Envelope envelope, TraceContext context);

  /** Delivers a call of a capability to one peer of that node. */
  void call(
      Address provider,
      Envelope envelope,
      TraceContext context,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<Reply> done);
}
