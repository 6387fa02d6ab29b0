package bub.bus.activity;

/** A query was not answered; the message says why, and may be shown to who asked. */
public final class QueryRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  QueryRefused(String message) {
    super(message);
  }

  QueryRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
