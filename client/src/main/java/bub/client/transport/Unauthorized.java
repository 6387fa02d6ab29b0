package bub.client.transport;

import java.io.IOException;

/** Thrown when the bus refuses this client; a retry with the same token cannot help. */
public final class Unauthorized extends IOException {
  private static final long serialVersionUID = 1L;

  public Unauthorized(String message) {
    super(message);
  }
}
