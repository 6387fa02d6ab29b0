package bub.bus.trace;

import bub.bus.route.Subscriber;
import bub.bus.trace.TraceContext.Turn;
import bub.json.Fields;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.util.List;

/** Memory of the loop guard for messages from and to other nodes. Hub thread only. */
public final class ClusterTraces {
  private final MessageIndex index;
  private final RecentTraces traces;
  private final People people;
  private final CycleDetector cycles;

  ClusterTraces(MessageIndex index, RecentTraces traces, People people, CycleDetector cycles) {
    this.index = index;
    this.traces = traces;
    this.people = people;
    this.cycles = cycles;
  }

  /** Returns the context of a message that the guard of this node has just passed. */
  public TraceContext contextOf(Envelope envelope) {
    IndexedMessage message = index.find(index.keyOf(envelope.messageId()));
    if (message == null || !message.from().equals(envelope.from())) {
      return TraceContext.NONE;
    }
    boolean isPerson = people.contains(message.from(), message.isTrustedChat());
    Trace trace = message.trace();
    return new TraceContext(
        isPerson, message.depth(), message.text(), trace == null ? null : trace.summary());
  }

  /** Remembers a message that another node has judged, so that answers may name it as cause. */
  public void arrived(
      Address node, Envelope envelope, TraceContext context, List<Subscriber> recipients) {
    people.learn(envelope);
    boolean isPerson = people.contains(envelope.from(), context.isPerson());
    Turn turn = context.turn();
    Trace trace = turn == null ? null : traceOf(turn);
    if (trace != null) {
      trace.sent(envelope.from());
      recipients.forEach(recipient -> trace.received(recipient.clientId()));
      traces.note(trace);
    } else if (recipients.size() == 1) {
      Fields payload = envelope.payload().fields();
      cycles.delivered(node, recipients.getFirst().clientId(), envelope, payload);
    }
    MessageId id = envelope.messageId();
    IndexedMessage indexed = index.add(index.keyOf(id), envelope.from(), recipients);
    if (indexed != null) {
      indexed.describe(isPerson, context.depth(), context.text(), trace);
    }
  }

  private Trace traceOf(Turn turn) {
    Trace known = traces.find(turn.id());
    Trace trace =
        known == null ? new Trace(turn.id(), turn.root(), turn.starter(), turn.hasPerson()) : known;
    trace.merge(turn);
    return trace;
  }
}
