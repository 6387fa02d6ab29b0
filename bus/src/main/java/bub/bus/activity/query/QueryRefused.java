package bub.bus.activity.query;

/**
 * Signals that a query was not answered. The message gives the reason and is safe to show to the
 * caller.
 */
public final class QueryRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  public QueryRefused(String message) {
    super(message);
  }

  QueryRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
