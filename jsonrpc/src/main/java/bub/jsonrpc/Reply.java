package bub.jsonrpc;

import bub.json.RawJson;

/** How a call ended. Every call ends in exactly one of these. */
public sealed interface Reply {

  /** The other side answered with a result. */
  record Answered(RawJson result) implements Reply {}

  /** The other side answered with an error. */
  record Rejected(RpcError error) implements Reply {}

  /** The other side answered with something that is neither. */
  record Garbled(String detail) implements Reply {}

  /** It never left: too much is waiting for the other side already. */
  record Busy(String detail) implements Reply {}

  /** No answer came in time; one that comes later is ignored. */
  record TimedOut() implements Reply {}

  /** The link was closed, or closed before the answer came. */
  record Disconnected(String detail) implements Reply {}

  /** One phrase for people. */
  default String problem() {
    return switch (this) {
      case Answered _ -> "answered";
      case Rejected(RpcError error) -> error.message() + " (" + error.code() + ")";
      case Garbled(String detail) -> "malformed answer: " + detail;
      case Busy(String detail) -> "busy: " + detail;
      case TimedOut _ -> "no answer in time";
      case Disconnected(String detail) -> "disconnected: " + detail;
    };
  }
}
