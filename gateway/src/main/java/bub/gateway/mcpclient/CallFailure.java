package bub.gateway.mcpclient;

/** Thrown when a tool call ends without an answer of the server. */
final class CallFailure extends Exception {
  private static final long serialVersionUID = 1L;

  CallFailure(String text) {
    super(text);
  }
}
