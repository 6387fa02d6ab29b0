package bub.store;

import java.io.IOException;

/** Failure to use a file; the message tells people the problem and the remedy. */
public final class StoreUnusable extends IOException {
  private static final long serialVersionUID = 1L;

  public StoreUnusable(String message, Throwable cause) {
    super(message, cause);
  }
}
