package bub.jsonrpc;

/** Error answer as an exception: a handler throws it to send one, a blocking call on receipt. */
public final class RpcException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient RpcError error;

  public RpcException(RpcError error) {
    super(error.message() + " (" + error.code() + ")", null, false, false);
    this.error = error;
  }

  public RpcError error() {
    return error;
  }
}
