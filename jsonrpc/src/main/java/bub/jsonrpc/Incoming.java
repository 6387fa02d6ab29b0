package bub.jsonrpc;

import java.util.List;

/** Decoded content of one text from the wire. */
public sealed interface Incoming
    permits Message, Incoming.Batch, Incoming.Malformed, Incoming.MalformedAnswer {

  /** Several messages in one text, never nested. Their answers also return in one text. */
  record Batch(List<Incoming> entries) implements Incoming {}

  /** Text that is not a JSON-RPC message, with the error to answer. */
  record Malformed(RequestId id, RpcError error) implements Incoming {}

  /** Invalid answer. It gets no reply, but its call must end. */
  record MalformedAnswer(RequestId id, String problem) implements Incoming {}
}
