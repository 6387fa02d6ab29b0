package bub.bus.trace;

import bub.bus.policy.RefusalReason;
import bub.jsonrpc.RpcError;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import org.jspecify.annotations.Nullable;

/** Decision of the loop guard on a message. */
public sealed interface GuardDecision {
  GuardDecision PASSED = new Passed();

  /** The message starts its own trace. */
  record Passed() implements GuardDecision {}

  /** The message belongs to a trace; {@code cause} is null when the bus does not know the cause. */
  record Joined(TraceId trace, @Nullable MessageId cause) implements GuardDecision {}

  record Refused(RefusalReason why, RpcError error) implements GuardDecision {}
}
