package bub.console;

import java.io.IOException;

/** The console would be open to the network without authentication; the message says why. */
public final class UnsafeExposure extends IOException {
  private static final long serialVersionUID = 1L;

  UnsafeExposure(String message) {
    super(message);
  }
}
