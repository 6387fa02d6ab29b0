package bub.protocol.lobby;

import bub.protocol.Ack;

/** Outcome of a call that was delivered to a provider. */
public sealed interface HandoverResult {

  /** The provider answered with success or an error; the ack's payload is its response. */
  record Answered(Ack ack) implements HandoverResult {}

  /** The provider was not connected, or it disconnected before it answered. */
  record Offline(String detail) implements HandoverResult {}

  /** The provider has too many open calls, so the call was not sent. */
  record Busy(String detail) implements HandoverResult {}

  record TimedOut() implements HandoverResult {}
}
