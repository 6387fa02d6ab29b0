package bub.protocol.lobby;

import bub.protocol.Ack;

/** What became of a call that was handed to a provider. */
public sealed interface HandoverResult {

  /** The provider answered, well or not; the ack's payload is what it said. */
  record Answered(Ack ack) implements HandoverResult {}

  /** It was not connected, or it left before it answered. */
  record Offline(String detail) implements HandoverResult {}

  /** It has too much to do already; the call never reached it. */
  record Busy(String detail) implements HandoverResult {}

  record TimedOut() implements HandoverResult {}
}
