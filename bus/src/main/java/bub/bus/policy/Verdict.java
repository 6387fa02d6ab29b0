package bub.bus.policy;

import bub.jsonrpc.RpcError;

/** What the policy says of a message. */
public sealed interface Verdict {
  Verdict ALLOWED = new Allowed();

  record Allowed() implements Verdict {}

  /** The error that the sender gets, always with a {@code data.reason}. */
  record Refused(Refusal why, RpcError error) implements Verdict {}

  static Verdict refused(String text, Refusal why) {
    return new Refused(why, RpcError.invalidParams(text).because(why.word()));
  }
}
