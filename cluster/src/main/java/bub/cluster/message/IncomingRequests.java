package bub.cluster.message;

import bub.bus.NodeTraffic;
import bub.bus.cluster.NodeQuestion;
import bub.bus.cluster.NodeReply;
import bub.bus.cluster.RemoteNode;
import bub.bus.deliver.DeliveryOutcome;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Requests of one other node that this node works on. Hub thread only. */
final class IncomingRequests {
  private static final int MAX_OPEN = 32_768;

  private final NodeTraffic traffic;
  private final NodeChannel.NodeInspector inspector;
  private final RemoteNode from;
  private final Consumer<NodeFrame> answers;
  private final Set<Long> open = new HashSet<>();

  IncomingRequests(
      NodeTraffic traffic,
      NodeChannel.NodeInspector inspector,
      RemoteNode from,
      Consumer<NodeFrame> answers) {
    this.traffic = traffic;
    this.inspector = inspector;
    this.from = from;
    this.answers = answers;
  }

  int open() {
    return open.size();
  }

  void take(NodeFrame.Ask ask) {
    long id = ask.id();
    if (open.size() >= MAX_OPEN) {
      answers.accept(
          new NodeFrame.Failed(id, NodeFrame.Failure.BUSY, "it has too many open requests"));
      return;
    }
    if (!open.add(id)) {
      return; // a repeated message
    }
    switch (ask) {
      case NodeFrame.Deliver deliver ->
          traffic.deliver(
              from, deliver.envelope(), deliver.context(), reply -> end(frame(id, reply)));
      case NodeFrame.Forward forward ->
          traffic.forward(
              from, forward.envelope(), forward.context(), reply -> end(frame(id, reply)));
      case NodeFrame.Intercept intercept ->
          traffic.intercept(
              from, intercept.envelope(), intercept.context(), reply -> end(frame(id, reply)));
      case NodeFrame.Call call -> call(call);
      case NodeFrame.Inspect(_, NodeQuestion question) ->
          inspector.answer(
              question,
              result ->
                  end(
                      result == null
                          ? new NodeFrame.Failed(id, NodeFrame.Failure.REJECTED, "no answer")
                          : new NodeFrame.Inspected(id, result)));
    }
  }

  private void call(NodeFrame.Call call) {
    traffic.call(
        from,
        call.provider(),
        call.envelope(),
        call.context(),
        Duration.ofMillis(call.timeoutMillis()),
        response -> progress(call.id(), response),
        outcome -> end(frame(call.id(), outcome)));
  }

  private void progress(long id, RawJson response) {
    if (open.contains(id)) {
      answers.accept(new NodeFrame.Progress(id, response));
    }
  }

  private void end(NodeFrame.Answer answer) {
    if (open.remove(answer.id())) {
      answers.accept(answer);
    }
  }

  /** Tells the other node which of its old requests, or the answers to them, were lost. */
  void check(List<Long> ids) {
    for (long id : ids) {
      if (!open.contains(id)) {
        answers.accept(
            new NodeFrame.Failed(
                id, NodeFrame.Failure.DISCONNECTED, "the message or its answer was lost"));
      }
    }
  }

  private static NodeFrame.Answer frame(long id, NodeReply reply) {
    return switch (reply) {
      case NodeReply.Acked(List<Ack> acks) -> new NodeFrame.Acks(id, acks);
      case NodeReply.Halted(Address by, Ack ack) -> new NodeFrame.Halted(id, by, ack);
      case NodeReply.Failed(Reply why) -> failed(id, why);
    };
  }

  private static NodeFrame.Answer failed(long id, Reply why) {
    NodeFrame.Failure reason =
        switch (why) {
          case Reply.Busy _ -> NodeFrame.Failure.BUSY;
          case Reply.TimedOut _ -> NodeFrame.Failure.TIMED_OUT;
          case Reply.Disconnected _ -> NodeFrame.Failure.DISCONNECTED;
          case Reply.Answered _, Reply.Rejected _, Reply.Garbled _ -> NodeFrame.Failure.REJECTED;
        };
    String detail =
        switch (why) {
          case Reply.Busy(String text) -> text;
          case Reply.Disconnected(String text) -> text;
          case Reply.Answered _, Reply.Rejected _, Reply.Garbled _, Reply.TimedOut _ ->
              why.problem();
        };
    return new NodeFrame.Failed(id, reason, detail);
  }

  private static NodeFrame.Answer frame(long id, DeliveryOutcome outcome) {
    Ack ack = outcome.ack();
    return switch (outcome.status()) {
      case OK, ERROR, NO_RECIPIENT, REFUSED, HALTED -> new NodeFrame.Called(id, ack);
      case TIMEOUT -> new NodeFrame.Failed(id, NodeFrame.Failure.TIMED_OUT, ack.message());
      case DISCONNECTED -> new NodeFrame.Failed(id, NodeFrame.Failure.DISCONNECTED, ack.message());
      case BUSY -> new NodeFrame.Failed(id, NodeFrame.Failure.BUSY, ack.message());
    };
  }
}
