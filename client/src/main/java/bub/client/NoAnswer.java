package bub.client;

import bub.jsonrpc.CallFailed;
import bub.jsonrpc.Reply;

/** Thrown when a call got no answer; unless {@link NotConnected}, the bus may have executed it. */
public sealed class NoAnswer extends Exception permits NotConnected {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  NoAnswer(CallFailed failed) {
    super(failed.getMessage(), failed);
    this.reply = failed.reply();
  }

  public NoAnswer(String message, Reply reply) {
    super(message);
    this.reply = reply;
  }

  /** Garbled, busy, timed out or disconnected. */
  public Reply reply() {
    return reply;
  }
}
