package bub.protocol;

/** Error codes of the bus, in addition to those of JSON-RPC. */
public final class ErrorCodes {
  public static final int NOT_INITIALIZED = -32001;
  public static final int SUBSCRIPTION_NOT_FOUND = -32003;
  public static final int UNAUTHENTICATED = -32010;
  public static final int OVERLOADED = -32012;
  public static final int DRAINING = -32013;

  private ErrorCodes() {}
}
