package bub.protocol;

/** WebSocket close codes of the bus, each with one meaning. */
public final class CloseCodes {
  public static final int NORMAL = 1000;
  public static final int GOING_AWAY = 1001;
  public static final int PROTOCOL_ERROR = 1002;
  public static final int NOT_TEXT = 1003;
  public static final int INVALID_TEXT = 1007;
  public static final int REFUSED = 1008;
  public static final int TOO_BIG = 1009;
  public static final int INTERNAL_ERROR = 1011;

  /** The bus is short of memory; reconnect in a moment. */
  public static final int TRY_AGAIN_LATER = 1013;

  /** The same clientId connected again. The newest connection wins, so do not reconnect. */
  public static final int REPLACED = 4001;

  private CloseCodes() {}
}
