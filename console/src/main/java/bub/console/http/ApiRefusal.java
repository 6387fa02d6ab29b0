package bub.console.http;

import bub.protocol.ProgramName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A refused request, with a message for people and a code for programs. */
public final class ApiRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final boolean retryable;
  private final @Nullable Duration retryAfter;

  public ApiRefusal(int status, String code, String message, boolean retryable) {
    this(status, code, message, retryable, null);
  }

  private ApiRefusal(
      int status, String code, String message, boolean retryable, @Nullable Duration retryAfter) {
    // An ordinary answer, which needs no stack trace.
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.retryable = retryable;
    this.retryAfter = retryAfter;
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

  /** The bus, or a peer behind it, has refused. */
  public static ApiRefusal refused(String message) {
    return new ApiRefusal(502, "refused", message, false);
  }

  public static ApiRefusal busy(String message) {
    return new ApiRefusal(503, "busy", message, true);
  }

  public static ApiRefusal tooOften(String message, Duration retryAfter) {
    return new ApiRefusal(429, "rate_limited", message, true, retryAfter);
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

  /** Time after which the same request may succeed, or null when unknown. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }

  String text() {
    return ProgramName.withoutDirectory().in(String.valueOf(getMessage()));
  }
}
