package bub.cluster.state;

/** Error for a shared value or a file of the synchronisation that this version cannot read. */
final class UnreadableState extends Exception {
  private static final long serialVersionUID = 1L;

  UnreadableState(String message) {
    super(message);
  }

  UnreadableState(String message, Throwable cause) {
    super(message, cause);
  }
}
