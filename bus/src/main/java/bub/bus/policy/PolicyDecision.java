package bub.bus.policy;

import bub.jsonrpc.RpcError;

/** Decision of the policy on a message. */
public sealed interface PolicyDecision {
  PolicyDecision ALLOWED = new Allowed();

  record Allowed() implements PolicyDecision {}

  /** Refusal, with the error for the sender, which always has a {@code data.reason}. */
  record Refused(RefusalReason why, RpcError error) implements PolicyDecision {}

  static PolicyDecision refused(String text, RefusalReason why) {
    return new Refused(why, RpcError.invalidParams(text).because(why.word()));
  }
}
