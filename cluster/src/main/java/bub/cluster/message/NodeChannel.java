package bub.cluster.message;

import bub.bus.NodeTraffic;
import bub.bus.cluster.NodeLink;
import bub.bus.cluster.NodeQuestion;
import bub.bus.cluster.NodeReply;
import bub.bus.cluster.RemoteNode;
import bub.bus.trace.TraceContext;
import bub.cluster.interest.NodeId;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Exchange of requests and answers with one other node, in both directions. Hub thread only. */
public final class NodeChannel implements NodeLink {
  /** The other node needs its own time to notice that a peer is late. */
  private static final Duration BEYOND_PROCESSING = Duration.ofSeconds(5);

  private static final Duration INSPECTION_TIMEOUT = Duration.ofSeconds(5);
  private static final int MAX_IDS = 4_096;

  /** Parts that all channels of a node share. */
  public record Environment(
      NodeId self,
      NodeTransport transport,
      NodeTraffic traffic,
      NodeInspector inspector,
      LongSupplier nanoTime,
      Executor endOfTurn,
      Duration processTimeout) {}

  /** Answers the questions of other nodes; null means that this node has no answer. */
  @FunctionalInterface
  public interface NodeInspector {
    void answer(NodeQuestion question, Consumer<@Nullable RawJson> done);
  }

  private final Environment environment;
  private final PendingRequests pending;
  private final OutgoingFrames outgoing;
  private final IncomingRequests incoming;
  private final FragmentAssembler fragments = new FragmentAssembler();
  private final RemoteNode node;
  private boolean isClosed;

  public NodeChannel(NodeId other, Environment environment) {
    this.environment = environment;
    this.pending = new PendingRequests(environment.nanoTime());
    this.outgoing =
        new OutgoingFrames(
            environment.self(),
            other,
            environment.transport(),
            environment.endOfTurn(),
            id -> pending.fail(id, NodeFrame.Failure.DISCONNECTED, "NATS is not available"));
    this.node = environment.traffic().connect(other.name(), this);
    this.incoming =
        new IncomingRequests(environment.traffic(), environment.inspector(), node, this::answer);
  }

  /** Returns the node as a subscriber. */
  public RemoteNode node() {
    return node;
  }

  @Override
  public void deliver(Envelope envelope, TraceContext context, Consumer<NodeReply> done) {
    Duration timeout = environment.processTimeout().plus(BEYOND_PROCESSING);
    ask(
        timeout,
        id -> new NodeFrame.Deliver(id, envelope, context),
        _ -> {},
        answer -> done.accept(nodeReply(answer)));
  }

  @Override
  public void forward(Envelope envelope, TraceContext context, Consumer<NodeReply> done) {
    Duration timeout = environment.processTimeout().plus(BEYOND_PROCESSING);
    ask(
        timeout,
        id -> new NodeFrame.Forward(id, envelope, context),
        _ -> {},
        answer -> done.accept(nodeReply(answer)));
  }

  @Override
  public void intercept(Envelope envelope, TraceContext context, Consumer<NodeReply> done) {
    Duration timeout = environment.processTimeout().plus(BEYOND_PROCESSING);
    ask(
        timeout,
        id -> new NodeFrame.Intercept(id, envelope, context),
        _ -> {},
        answer -> done.accept(nodeReply(answer)));
  }

  @Override
  public void call(
      Address provider,
      Envelope envelope,
      TraceContext context,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<Reply> done) {
    ask(
        timeout.plus(BEYOND_PROCESSING),
        id -> new NodeFrame.Call(id, provider, timeout.toMillis(), envelope, context),
        progress,
        answer -> done.accept(reply(answer)));
  }

  /** {@code done} gets null when the node has no answer. */
  public void inspect(NodeQuestion question, Consumer<@Nullable RawJson> done) {
    ask(
        INSPECTION_TIMEOUT,
        id -> new NodeFrame.Inspect(id, question),
        _ -> {},
        answer ->
            done.accept(answer instanceof NodeFrame.Inspected(_, RawJson result) ? result : null));
  }

  @Override
  public boolean publish(Envelope envelope, TraceContext context) {
    return !isClosed && outgoing.add(new NodeFrame.Publish(envelope, context));
  }

  public void orderTrace(TraceId trace, TraceOrder.Action action, Address by) {
    if (!isClosed) {
      outgoing.add(new NodeFrame.OrderTrace(trace, action, by));
    }
  }

  private void ask(
      Duration timeout,
      LongFunction<NodeFrame.Ask> frame,
      Consumer<RawJson> progress,
      Consumer<NodeFrame.Answer> done) {
    if (isClosed) {
      done.accept(
          new NodeFrame.Failed(0, NodeFrame.Failure.DISCONNECTED, "the node has left the cluster"));
    } else if (pending.isFull()) {
      done.accept(
          new NodeFrame.Failed(0, NodeFrame.Failure.BUSY, "too many requests are unanswered"));
    } else {
      long id = pending.add(timeout, progress, done);
      if (!outgoing.add(frame.apply(id))) {
        pending.fail(id, NodeFrame.Failure.BUSY, "too many bytes wait to be sent to it");
      }
    }
  }

  private void answer(NodeFrame frame) {
    if (!isClosed) {
      // A lost answer is noticed: the other node asks for its old requests.
      outgoing.add(frame);
    }
  }

  /** Takes a message of the other node, whose header has been read. */
  void received(int kind, NodeFrameReader in) {
    if (kind == OutgoingFrames.BATCH) {
      takeAll(in);
      return;
    }
    byte[] complete = fragments.add(in.number(), in.number(), in.number(), in.bytes());
    if (complete != null) {
      takeAll(new NodeFrameReader(complete));
    }
  }

  private void takeAll(NodeFrameReader in) {
    while (in.hasMore()) {
      NodeFrame frame = in.read();
      switch (frame) {
        case null -> {} // of a later version
        case NodeFrame.Answer answer -> pending.finish(answer);
        case NodeFrame.Progress(long id, RawJson response) -> pending.progress(id, response);
        case NodeFrame.Ask ask -> incoming.take(ask);
        case NodeFrame.Publish(Envelope envelope, TraceContext context) ->
            environment.traffic().publish(node, envelope, context);
        case NodeFrame.OrderTrace(TraceId trace, TraceOrder.Action action, Address by) ->
            environment.traffic().orderTrace(trace, action, by);
        case NodeFrame.StillOpen(List<Long> ids) -> incoming.check(ids);
      }
    }
  }

  /** Called about every quarter of a second. */
  public void tick() {
    List<Long> old = pending.expire();
    for (int i = 0; i < old.size(); i += MAX_IDS) {
      List<Long> part = List.copyOf(old.subList(i, Math.min(old.size(), i + MAX_IDS)));
      outgoing.add(new NodeFrame.StillOpen(part));
    }
  }

  /** Fails the open requests: nobody knows whether they or their answers were lost. */
  public void disconnected(String reason) {
    pending.failAll(NodeFrame.Failure.DISCONNECTED, reason);
  }

  public void close(String reason) {
    isClosed = true;
    disconnected(reason);
    environment.traffic().disconnect(node);
  }

  public long heldBytes() {
    return pending.size() * 256L + incoming.open() * 64L + fragments.heldBytes();
  }

  private static NodeReply nodeReply(NodeFrame.Answer answer) {
    return switch (answer) {
      case NodeFrame.Acks(_, List<Ack> acks) -> new NodeReply.Acked(acks);
      case NodeFrame.Halted(_, Address by, Ack ack) -> new NodeReply.Halted(by, ack);
      case NodeFrame.Failed failed -> new NodeReply.Failed(reply(failed));
      case NodeFrame.Called _, NodeFrame.Inspected _ -> new NodeReply.Failed(reply(answer));
    };
  }

  private static Reply reply(NodeFrame.Answer answer) {
    return switch (answer) {
      case NodeFrame.Called(_, Ack ack) -> new Reply.Answered(ack.toRaw());
      case NodeFrame.Failed(_, NodeFrame.Failure why, String detail) ->
          switch (why) {
            case BUSY -> new Reply.Busy(detail);
            case TIMED_OUT -> new Reply.TimedOut();
            case DISCONNECTED, UNKNOWN -> new Reply.Disconnected(detail);
            case REJECTED -> new Reply.Rejected(RpcError.of(0, detail));
          };
      case NodeFrame.Acks _, NodeFrame.Halted _, NodeFrame.Inspected _ ->
          new Reply.Garbled("an answer to another request");
    };
  }
}
