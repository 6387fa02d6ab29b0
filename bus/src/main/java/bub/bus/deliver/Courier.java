package bub.bus.deliver;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.memory.MemoryAccount;
import bub.bus.route.Subscriber;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import java.time.Duration;
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
    var round = new Round(trail, new AckCollector(recipients.size(), sender, done));
    for (int i = 0; i < recipients.size(); i++) {
      round.handTo(recipients.get(i), envelope, i);
    }
  }

  /** Counts a message without any recipient, for which no delivery was counted. */
  public void countUndelivered() {
    counters.count(Status.NO_RECIPIENT);
  }

  private void deliverToOne(
      Envelope envelope, Subscriber recipient, Trail trail, Consumer<List<Ack>> done) {
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
  }
}
