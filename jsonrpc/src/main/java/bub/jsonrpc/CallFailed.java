package bub.jsonrpc;

/** A blocking call got no answer at all: not sent, too late, garbled or the link closed. */
public final class CallFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  CallFailed(String method, Reply reply) {
    super(method + ": " + reply.problem());
    this.reply = reply;
  }

  /** Which of the exits it was. */
  public Reply reply() {
    return reply;
  }
}
