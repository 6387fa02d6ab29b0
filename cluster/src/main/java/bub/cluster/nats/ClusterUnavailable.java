package bub.cluster.nats;

/**
 * Failure of an operation that needs the whole cluster: no connection, no quorum or a timeout. A
 * write that failed this way may have happened all the same.
 */
public final class ClusterUnavailable extends Exception {
  private static final long serialVersionUID = 1L;

  public ClusterUnavailable(String message) {
    super(message);
  }

  public ClusterUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
