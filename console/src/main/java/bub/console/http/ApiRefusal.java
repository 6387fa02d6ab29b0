package bub.console.http;

/** The answer to a request is no; the message is for people, the code for programs. */
public final class ApiRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final boolean retryable;

  public ApiRefusal(int status, String code, String message, boolean retryable) {
    // An answer like any other: nobody needs the stack.
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.retryable = retryable;
  }

  public static ApiRefusal invalid(String message) {
    return new ApiRefusal(400, "invalid", message, false);
  }

  public static ApiRefusal forbidden(String message) {
    return new ApiRefusal(403, "forbidden", message, false);
  }

  public static ApiRefusal notFound(String message) {
    return new ApiRefusal(404, "not_found", message, false);
  }

  /** The bus, or somebody behind it, said no. */
  public static ApiRefusal refused(String message) {
    return new ApiRefusal(502, "refused", message, false);
  }

  /** Nobody is there to do it, for now. */
  public static ApiRefusal busy(String message) {
    return new ApiRefusal(503, "busy", message, true);
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  public boolean isRetryable() {
    return retryable;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
