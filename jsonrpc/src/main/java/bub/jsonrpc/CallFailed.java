package bub.jsonrpc;

/** Failure of a blocking call: not sent, timed out, malformed, or closed. */
public final class CallFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  CallFailed(String method, Reply reply) {
    super(method + ": " + reply.problem());
    this.reply = reply;
  }

  public Reply reply() {
    return reply;
  }
}
