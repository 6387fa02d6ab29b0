package bub.bench;

/** Ends the whole run: a message was not delivered, or a server did not do what it must. */
final class BenchFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BenchFailure(String message) {
    super(message);
  }

  BenchFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
