package bub.bus;

import bub.bus.activity.event.Trail;
import bub.bus.policy.Policy;
import bub.bus.policy.PolicyDecision;
import bub.bus.policy.RefusalReason;
import bub.bus.route.Subscriber;
import bub.bus.trace.GuardDecision;
import bub.bus.trace.LoopGuard;
import bub.jsonrpc.RpcError;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import org.jspecify.annotations.Nullable;

/** Checks of messages to built-in services, which the switchboard never sees. Hub thread only. */
public final class ServiceChecks {
  private final Hub hub;
  private final Policy policy;
  private final LoopGuard guard;
  private final TrafficCounters traffic;

  ServiceChecks(Hub hub, Policy policy, LoopGuard guard, TrafficCounters traffic) {
    this.hub = hub;
    this.policy = policy;
    this.guard = guard;
    this.traffic = traffic;
  }

  /** Adds the trace of an order to a service of the bus to its record in the log. */
  public void joinTrace(ConnectedPeer from, Envelope order, Trail trail) {
    if (guard.join(from, order) instanceof GuardDecision.Joined(TraceId trace, MessageId cause)) {
      trail.caused(trace, cause);
    }
  }

  /** Returns null when the call may go to its provider, otherwise the refusal of the guard. */
  public @Nullable RpcError guardCall(
      @Nullable ConnectedPeer caller, Envelope envelope, Subscriber provider, Trail trail) {
    if (caller == null) {
      return null;
    }
    return switch (guard.judgeCall(caller, envelope, provider)) {
      case GuardDecision.Refused(RefusalReason why, RpcError error) -> {
        traffic.refused(why);
        yield error;
      }
      case GuardDecision.Joined(TraceId trace, MessageId cause) -> {
        trail.caused(trace, cause);
        yield null;
      }
      case GuardDecision.Passed _ -> null;
    };
  }

  public PolicyDecision judge(ConnectedPeer from, Envelope envelope) {
    PolicyDecision decision =
        hub.isDraining()
            ? new PolicyDecision.Refused(RefusalReason.DRAINING, Hub.drainingError())
            : policy.judgeForService(from, envelope);
    if (decision instanceof PolicyDecision.Refused(RefusalReason why, _)) {
      traffic.refused(why);
    }
    return decision;
  }

  /** Counts a message to a service from a sender that is not a peer yet; null when it may pass. */
  public @Nullable RpcError count(String sender) {
    RpcError tooMuch = policy.count(sender);
    if (tooMuch != null) {
      traffic.refused(RefusalReason.RATE_LIMITED);
    }
    return tooMuch;
  }
}
