package bub.bench.wire;

/** The end of the whole run: a message was not delivered, or a server failed. */
public final class BenchFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BenchFailure(String message) {
    super(message);
  }

  public BenchFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
