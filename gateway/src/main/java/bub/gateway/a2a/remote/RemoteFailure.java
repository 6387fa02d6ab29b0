package bub.gateway.a2a.remote;

import bub.gateway.a2a.model.A2aError;
import org.jspecify.annotations.Nullable;

/** Failed or unreadable answer of a remote agent. */
public final class RemoteFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final @Nullable A2aError error;

  RemoteFailure(String text) {
    this(text, null);
  }

  RemoteFailure(String text, @Nullable A2aError error) {
    super(text, null, false, false);
    this.error = error;
  }

  public String text() {
    return String.valueOf(getMessage());
  }

  /** Returns null for a failure that the protocol has no name for. */
  @Nullable A2aError error() {
    return error;
  }
}
