package bub.client;

import bub.jsonrpc.CallFailed;
import bub.jsonrpc.Reply;

/** A call got no answer. Unless it is a {@link NotConnected}, the bus may have carried it out. */
public sealed class NoAnswer extends Exception permits NotConnected {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  NoAnswer(CallFailed failed) {
    super(failed.getMessage(), failed);
    this.reply = failed.reply();
  }

  NoAnswer(String message, Reply reply) {
    super(message);
    this.reply = reply;
  }

  /** Which way it ended: garbled, busy, timed out or disconnected. */
  public Reply reply() {
    return reply;
  }
}
