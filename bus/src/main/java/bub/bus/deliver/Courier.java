package bub.bus.deliver;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.cluster.NodeReply;
import bub.bus.cluster.RemoteNode;
import bub.bus.memory.MemoryAccount;
import bub.bus.route.Subscriber;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Delivery of one envelope to all recipients at once, with their acks. Hub thread only. */
public final class Courier {
  private final DeliveryCounters counters;

  public Courier(DeliveryCounters counters) {
    this.counters = counters;
  }

  /** Calls {@code done} once, after the last recipient has answered or failed. */
  public void deliver(
      Envelope envelope,
      List<Subscriber> recipients,
      Trail trail,
      MemoryAccount sender,
      Consumer<List<Ack>> done) {
    if (recipients.isEmpty()) {
      done.accept(List.of());
      return;
    }
    if (recipients.size() == 1) {
      deliverToOne(envelope, recipients.getFirst(), trail, done);
      return;
    }
    List<RemoteNode> nodes = nodesIn(recipients);
    int own = recipients.size() - nodes.size();
    var round = new Round(trail, new AckCollector(own, nodes.size(), sender, done));
    int index = 0;
    for (int i = 0; i < recipients.size(); i++) {
      if (!(recipients.get(i) instanceof RemoteNode)) {
        round.handTo(recipients.get(i), envelope, index++);
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      round.handToNode(nodes.get(i), envelope, i);
    }
  }

  /** Returns the other nodes by name, so that the acks of a message have a stable order. */
  private static List<RemoteNode> nodesIn(List<Subscriber> recipients) {
    List<RemoteNode> nodes = List.of();
    for (int i = 0; i < recipients.size(); i++) {
      if (recipients.get(i) instanceof RemoteNode node) {
        nodes = nodes.isEmpty() ? new ArrayList<>() : nodes;
        nodes.add(node);
      }
    }
    if (nodes.size() > 1) {
      nodes.sort(Comparator.comparing(RemoteNode::name));
    }
    return nodes;
  }

  /** Counts a message without any recipient, for which no delivery was counted. */
  public void countUndelivered() {
    counters.count(Status.NO_RECIPIENT);
  }

  private void deliverToOne(
      Envelope envelope, Subscriber recipient, Trail trail, Consumer<List<Ack>> done) {
    if (recipient instanceof RemoteNode node) {
      node.deliver(envelope, reply -> done.accept(record(node, trail, reply)));
      return;
    }
    long callId = recipient.reserveCallId();
    trail.processStarted(recipient.clientId(), callId);
    recipient.deliver(
        envelope,
        callId,
        reply -> done.accept(List.of(record(recipient, callId, trail, reply).ack())));
  }

  public void call(
      Envelope envelope,
      Subscriber recipient,
      Trail trail,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<DeliveryOutcome> done) {
    long callId = recipient.reserveCallId();
    trail.processStarted(recipient.clientId(), callId);
    recipient.call(
        envelope,
        callId,
        timeout,
        progress,
        reply -> done.accept(record(recipient, callId, trail, reply)));
  }

  private DeliveryOutcome record(Subscriber recipient, long callId, Trail trail, Reply reply) {
    DeliveryOutcome outcome = DeliveryOutcome.of(recipient, reply);
    counters.count(outcome.status());
    trail.processFinished(
        recipient.clientId(), callId, outcome.status(), outcome.ack(), outcome.error());
    return outcome;
  }

  /** The log of the node has its deliveries; this log has only a node that did not answer. */
  private List<Ack> record(RemoteNode node, Trail trail, NodeReply reply) {
    return switch (reply) {
      case NodeReply.Acked(List<Ack> acks) -> acks;
      case NodeReply.Halted(_, Ack ack) -> List.of(ack);
      case NodeReply.Failed(Reply why) -> {
        trail.processStarted(node.clientId(), 0);
        yield List.of(record(node, 0, trail, why).ack());
      }
    };
  }

  public void tell(Envelope envelope, List<Subscriber> listeners, Trail trail) {
    for (Subscriber listener : listeners) {
      boolean told = listener.tell(envelope);
      DeliveryOutcome outcome =
          told
              ? DeliveryOutcome.TOLD
              : DeliveryOutcome.of(listener, new Reply.Busy("the notification was not sent"));
      counters.count(outcome.status());
      trail.processStarted(listener.clientId(), 0);
      trail.processFinished(
          listener.clientId(), 0, outcome.status(), outcome.ack(), outcome.error());
    }
  }

  private final class Round {
    private final Trail trail;
    private final AckCollector acks;

    Round(Trail trail, AckCollector acks) {
      this.trail = trail;
      this.acks = acks;
    }

    void handTo(Subscriber recipient, Envelope envelope, int index) {
      long callId = recipient.reserveCallId();
      trail.processStarted(recipient.clientId(), callId);
      recipient.deliver(
          envelope,
          callId,
          reply -> acks.put(index, record(recipient, callId, trail, reply).ack()));
    }

    void handToNode(RemoteNode node, Envelope envelope, int index) {
      node.deliver(envelope, reply -> acks.putAll(index, record(node, trail, reply)));
    }
  }
}
