package bub.bus.policy;

import java.io.IOException;
import java.nio.file.Path;

/** A list of tokens that is there and cannot be understood. */
public final class DamagedTokens extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedTokens(Path file, Exception cause) {
    super(file + " is damaged: " + cause.getMessage(), cause);
  }
}
