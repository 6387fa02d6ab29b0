package bub.jsonrpc;

import java.util.List;

/** What one text from the wire turned out to be. */
public sealed interface Incoming
    permits Message, Incoming.Batch, Incoming.Malformed, Incoming.MalformedAnswer {

  /** Several messages in one text; their answers go back in one text too. Never a batch inside. */
  record Batch(List<Incoming> entries) implements Incoming {}

  /** Not a JSON-RPC message: the error to answer with, and the id if one could be read. */
  record Malformed(RequestId id, RpcError error) implements Incoming {}

  /**
   * Looks like an answer but is none: both or neither of result and error. Nobody answers an
   * answer, but the call it belongs to must not wait on.
   */
  record MalformedAnswer(RequestId id, String problem) implements Incoming {}
}
