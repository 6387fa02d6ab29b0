package bub.bus.policy;

import bub.jsonrpc.RpcError;

/** What the policy says of a message. */
public sealed interface PolicyDecision {
  PolicyDecision ALLOWED = new Allowed();

  record Allowed() implements PolicyDecision {}

  /** The error that the sender gets, always with a {@code data.reason}. */
  record Refused(RefusalReason why, RpcError error) implements PolicyDecision {}

  static PolicyDecision refused(String text, RefusalReason why) {
    return new Refused(why, RpcError.invalidParams(text).because(why.word()));
  }
}
