package bub.console;

import java.io.IOException;

/** A refusal to open the console to the network without authentication. */
public final class UnsafeExposure extends IOException {
  private static final long serialVersionUID = 1L;

  UnsafeExposure(String message) {
    super(message);
  }
}
