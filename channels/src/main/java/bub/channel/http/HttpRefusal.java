package bub.channel.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A refused request, with a message for people and a reason for programs. */
public final class HttpRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String reason;
  private final @Nullable Duration retryAfter;

  public HttpRefusal(int status, String reason, String message) {
    this(status, reason, message, null);
  }

  public HttpRefusal(int status, String reason, String message, @Nullable Duration retryAfter) {
    // An ordinary answer, which needs no stack trace.
    super(message, null, false, false);
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  public int status() {
    return status;
  }

  public String reason() {
    return reason;
  }

  /** Time after which the same request may succeed, or null when unknown. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
