package bub.jsonrpc;

import bub.json.RawJson;

/** Outcome of a call. Every call has exactly one. */
public sealed interface Reply {

  record Answered(RawJson result) implements Reply {}

  record Rejected(RpcError error) implements Reply {}

  record Garbled(String detail) implements Reply {}

  /** The call was not sent, because too much already waits for the other side. */
  record Busy(String detail) implements Reply {}

  /** No answer came in time. A later answer is ignored. */
  record TimedOut() implements Reply {}

  /** The link was closed before the call was sent or before the answer came. */
  record Disconnected(String detail) implements Reply {}

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
