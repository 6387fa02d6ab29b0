package bub.bus;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.log.ActivityLog;
import bub.bus.cluster.RemoteNode;
import bub.bus.deliver.Courier;
import bub.bus.deliver.DeliveryOutcome;
import bub.bus.deliver.InterceptorChain;
import bub.bus.policy.Policy;
import bub.bus.policy.PolicyDecision.Refused;
import bub.bus.policy.RefusalReason;
import bub.bus.route.RoutingTable;
import bub.bus.route.Subscriber;
import bub.bus.trace.GuardDecision;
import bub.bus.trace.LoopGuard;
import bub.json.Fields;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Path of a message from its sender to all subscribers and back. Hub thread only. */
public final class Switchboard {

  /** Receiver of the sender's answer. Exactly one method is called, once. */
  public interface Sender {
    void sent(SendResult result);

    void halted(MessageId message, Address by, Ack ack);

    void refused(RpcError error);
  }

  private final ActivityLog activity;
  private final Policy policy;
  private final InterceptorChain interceptors;
  private final RoutingTable routes;
  private final LoopGuard guard;
  private final Courier courier;
  private final ChatRequests chatRequests;
  private final TrafficCounters traffic = new TrafficCounters();

  Switchboard(
      ActivityLog activity,
      Policy policy,
      InterceptorChain interceptors,
      RoutingTable routes,
      LoopGuard guard,
      Courier courier,
      ChatRequests chatRequests) {
    this.activity = activity;
    this.policy = policy;
    this.interceptors = interceptors;
    this.routes = routes;
    this.guard = guard;
    this.courier = courier;
    this.chatRequests = chatRequests;
  }

  public void send(ConnectedPeer from, RequestId rpcId, Envelope envelope, Sender sender) {
    Trail trail = activity.sendStarted(envelope, rpcId);
    Fields payload = envelope.payload().fields();
    if (!isPermitted(from, envelope, payload, trail, sender)) {
      return;
    }
    List<Subscriber> asked = interceptors.at(envelope.to());
    List<Subscriber> recipients = routes.to(envelope.to());
    if (!passesGuard(from, envelope, payload, join(asked, recipients), trail, sender)) {
      return;
    }
    traffic.begin();
    if (asked.isEmpty()) {
      deliver(from, envelope, recipients, List.of(), trail, sender);
      return;
    }
    interceptors.ask(
        asked,
        envelope,
        trail,
        from.account(),
        new InterceptorChain.Ruling() {
          @Override
          public void passed(List<Ack> acks) {
            // Find the recipients again: the interceptors may have taken a while.
            deliver(from, envelope, routes.to(envelope.to()), acks, trail, sender);
          }

          @Override
          public void halted(Address by, Ack ack) {
            halt(envelope.messageId(), by, ack, trail, sender);
          }
        });
  }

  private boolean isPermitted(
      ConnectedPeer from, Envelope envelope, Fields payload, Trail trail, Sender sender) {
    if (policy.judge(from, envelope, payload)
        instanceof Refused(RefusalReason why, RpcError error)) {
      refuse(why, error, trail, sender);
      return false;
    }
    return true;
  }

  private boolean passesGuard(
      ConnectedPeer from,
      Envelope envelope,
      Fields payload,
      List<Subscriber> receivers,
      Trail trail,
      Sender sender) {
    return switch (guard.judge(from, envelope, payload, receivers)) {
      case GuardDecision.Refused(RefusalReason why, RpcError error) -> {
        refuse(why, error, trail, sender);
        yield false;
      }
      case GuardDecision.Joined(TraceId trace, MessageId cause) -> {
        trail.caused(trace, cause);
        yield true;
      }
      case GuardDecision.Passed _ -> true;
    };
  }

  private void deliver(
      ConnectedPeer from,
      Envelope envelope,
      List<Subscriber> recipients,
      List<Ack> before,
      Trail trail,
      Sender sender) {
    // Capture only the id: holding the envelope would retain its payload until the last ack.
    MessageId id = envelope.messageId();
    // A step is for the log: no peer needs to listen.
    boolean isForLog = envelope.to().equals(Step.ADDRESS);
    Consumer<List<Ack>> done = acks -> finish(id, join(before, acks), isForLog, trail, sender);
    if (ChatRequests.concern(envelope.to())) {
      chatRequests.deliver(envelope, recipients, trail, from.account(), done);
    } else {
      courier.deliver(envelope, recipients, trail, from.account(), done);
    }
  }

  /** Delivers to subscribers and the log; the sender gets no result. */
  public void publish(ConnectedPeer from, Envelope envelope) {
    Trail trail = activity.sendStarted(envelope, RequestId.NULL);
    Fields payload = envelope.payload().fields();
    if (!isPermitted(from, envelope, payload, trail, NotificationSender.SENDER)) {
      return;
    }
    List<Subscriber> told = interceptors.at(envelope.to());
    List<Subscriber> recipients = routes.to(envelope.to());
    if (passesGuard(
        from, envelope, payload, join(told, recipients), trail, NotificationSender.SENDER)) {
      traffic.begin();
      courier.tell(envelope, told, trail);
      deliver(from, envelope, recipients, List.of(), trail, NotificationSender.SENDER);
    }
  }

  /** Delivers a message to one peer only, because a call has one provider. */
  void call(
      Envelope envelope,
      Subscriber to,
      Trail trail,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<DeliveryOutcome> done) {
    traffic.begin();
    courier.call(
        envelope,
        to,
        trail,
        timeout,
        progress,
        outcome -> {
          traffic.end();
          done.accept(outcome);
        });
  }

  /** Sends a message of the bus itself about a trace, which no rule limits. */
  void announce(Envelope envelope, TraceId about) {
    Trail trail = activity.sendStarted(envelope, RequestId.NULL);
    trail.caused(about, null);
    for (Subscriber recipient : routes.to(envelope.to())) {
      if (recipient instanceof RemoteNode) {
        continue; // the order went to every node, and each tells its own peers
      }
      long callId = recipient.reserveCallId();
      trail.processStarted(recipient.clientId(), callId);
      recipient.deliver(
          envelope,
          callId,
          reply -> {
            DeliveryOutcome outcome = DeliveryOutcome.of(recipient, reply);
            trail.processFinished(
                recipient.clientId(), callId, outcome.status(), outcome.ack(), outcome.error());
          });
    }
    trail.sendFinished(Status.OK, null);
  }

  private void refuse(RefusalReason why, RpcError error, Trail trail, Sender sender) {
    traffic.refused(why);
    trail.sendFinished(Status.REFUSED, error.message());
    sender.refused(error);
  }

  private void halt(MessageId id, Address by, Ack ack, Trail trail, Sender sender) {
    traffic.end();
    trail.sendFinished(Status.HALTED, "halted by " + by);
    sender.halted(id, by, ack);
  }

  private void finish(MessageId id, List<Ack> acks, boolean isForLog, Trail trail, Sender sender) {
    traffic.end();
    int failed = countFailed(acks);
    if (acks.isEmpty() && !isForLog) {
      courier.countUndelivered();
      trail.sendFinished(Status.NO_RECIPIENT, null);
    } else if (failed == 0) {
      trail.sendFinished(Status.OK, null);
    } else {
      trail.sendFinished(Status.ERROR, failed + " of " + acks.size() + " failed");
    }
    sender.sent(new SendResult(true, id, acks));
  }

  private static <T> List<T> join(List<T> before, List<T> after) {
    if (before.isEmpty()) {
      return after;
    }
    var all = new ArrayList<>(before);
    all.addAll(after);
    return all;
  }

  private static int countFailed(List<Ack> acks) {
    int failed = 0;
    for (int i = 0; i < acks.size(); i++) {
      failed += acks.get(i).success() ? 0 : 1;
    }
    return failed;
  }

  TrafficCounters traffic() {
    return traffic;
  }

  Map<String, Long> figures() {
    var figures = new LinkedHashMap<>(traffic.figures());
    figures.put("interceptors_tripped", interceptors.tripped());
    figures.putAll(guard.figures());
    return figures;
  }
}
