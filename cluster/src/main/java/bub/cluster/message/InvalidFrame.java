package bub.cluster.message;

/** Bytes from another node that are not a frame of this protocol. */
final class InvalidFrame extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidFrame(String problem) {
    super(problem);
  }
}
