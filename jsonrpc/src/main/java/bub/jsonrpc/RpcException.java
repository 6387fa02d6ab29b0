package bub.jsonrpc;

/** Thrown by a method handler to answer with an error, and by a blocking call that got one. */
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
