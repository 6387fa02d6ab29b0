package bub.bus.activity.query;

/** Refusal of a query; the message is safe to show to the caller. */
public final class QueryRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  public QueryRefused(String message) {
    super(message);
  }

  QueryRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
