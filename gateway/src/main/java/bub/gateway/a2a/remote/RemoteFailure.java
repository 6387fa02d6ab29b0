package bub.gateway.a2a.remote;

import bub.gateway.a2a.model.A2aError;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Failed or unreadable answer of a remote agent. */
public final class RemoteFailure extends Exception {
  private static final long serialVersionUID = 1L;

  // A proxy answers so while the agent restarts, and a server that is busy or stops.
  private static final Set<Integer> TEMPORARY = Set.of(429, 502, 503, 504);

  private final @Nullable A2aError error;
  private final int status;

  RemoteFailure(String text) {
    this(text, null);
  }

  RemoteFailure(String text, @Nullable A2aError error) {
    this(text, error, 0);
  }

  private RemoteFailure(String text, @Nullable A2aError error, int status) {
    super(text, null, false, false);
    this.error = error;
    this.status = status;
  }

  /** The same failure with the status of HTTP. */
  RemoteFailure at(int httpStatus) {
    return new RemoteFailure(text(), error, httpStatus);
  }

  /** True when the same request may succeed later; an error of the protocol is an answer. */
  boolean isTemporary() {
    return error == null && TEMPORARY.contains(status);
  }

  public String text() {
    return String.valueOf(getMessage());
  }

  /** Returns null for a failure that the protocol has no name for. */
  @Nullable A2aError error() {
    return error;
  }
}
