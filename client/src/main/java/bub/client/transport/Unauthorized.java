package bub.client.transport;

import java.io.IOException;

/** The bus does not let this client in; trying again with the same token cannot help. */
public final class Unauthorized extends IOException {
  private static final long serialVersionUID = 1L;

  public Unauthorized(String message) {
    super(message);
  }
}
