package bub.protocol;

/** Names of the methods on the wire. */
public final class Methods {
  public static final String INITIALIZE = "initialize";
  public static final String SUBSCRIBE = "subscribe";
  public static final String UNSUBSCRIBE = "unsubscribe";
  public static final String SEND_MESSAGE = "sendMessage";
  public static final String PROCESS_MESSAGE = "processMessage";

  /** Message without an answer, from peers and to classic subscribers. */
  public static final String NOTIFY = "notify";

  public static final String PING = "ping";
  public static final String GET_STATUS = "getStatus";
  public static final String GET_RECEIPT = "getReceipt";
  public static final String QUERY_ACTIVITY = "queryActivity";
  public static final String WATCH_ACTIVITY = "watchActivity";
  public static final String GET_METRICS = "getMetrics";
  public static final String GET_CLUSTER = "getCluster";

  /** Returns an OpenRPC document, under the method name that OpenRPC defines. */
  public static final String DISCOVER = "rpc.discover";

  /** Notification that {@link #WATCH_ACTIVITY} requests. */
  public static final String ACTIVITY = "activity";

  /** Notification of the classic dialect about an interceptor that misses its deadlines. */
  public static final String INTERCEPTOR_STATUS = "interceptorStatus";

  private Methods() {}
}
