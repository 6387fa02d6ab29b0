package bub.bus;

import bub.bus.activity.event.Trail;
import bub.bus.activity.log.ActivityLog;
import bub.bus.cluster.Cluster;
import bub.bus.policy.Policy;
import bub.bus.policy.PolicyDecision;
import bub.bus.trace.LoopGuard;
import bub.bus.trace.TraceOrders;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import java.util.List;
import java.util.function.Supplier;

/** Address of the bus for orders about turns, and sender of its notices. Hub thread only. */
final class TraceService {
  private final ActivityLog activity;
  private final Policy policy;
  private final Switchboard switchboard;
  private final Supplier<MessageId> messageIds;
  private final TraceOrders orders;

  TraceService(
      ActivityLog activity,
      Policy policy,
      Switchboard switchboard,
      LoopGuard guard,
      Supplier<MessageId> messageIds,
      Supplier<Cluster> cluster) {
    this.activity = activity;
    this.policy = policy;
    this.switchboard = switchboard;
    this.messageIds = messageIds;
    this.orders =
        new TraceOrders(
            guard,
            this::announce,
            (trace, action, by) -> cluster.get().orderTrace(trace, action, by));
  }

  void take(ConnectedPeer from, RequestId rpcId, Envelope envelope, Switchboard.Sender sender) {
    Trail trail = activity.sendStarted(envelope, rpcId);
    if (policy.judge(from, envelope) instanceof PolicyDecision.Refused(var why, var error)) {
      switchboard.traffic().refused(why);
      trail.sendFinished(Trail.Status.REFUSED, error.message());
      sender.refused(error);
      return;
    }
    Ack ack = orders.carryOut(from, envelope.from(), envelope.payload());
    trail.sendFinished(
        ack.success() ? Trail.Status.OK : Trail.Status.ERROR, ack.success() ? null : ack.message());
    sender.sent(new SendResult(true, envelope.messageId(), List.of(ack)));
  }

  /** Carries out an order that another node has accepted. */
  void carryOut(TraceId trace, TraceOrder.Action action, Address by) {
    orders.carryOut(trace, action, by);
  }

  void announce(Address to, TraceNotice notice) {
    switchboard.announce(
        new Envelope(TraceOrder.ADDRESS, to, messageIds.get(), notice.toRaw()), notice.trace());
  }
}
