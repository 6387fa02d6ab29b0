package bub.bench;

/** Aborts the whole run: a message was not delivered, or a server failed. */
final class BenchFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BenchFailure(String message) {
    super(message);
  }

  BenchFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
