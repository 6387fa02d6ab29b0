package bub.bus.policy;

import java.io.IOException;
import java.nio.file.Path;

/** Error for a token file that exists but cannot be parsed. */
public final class DamagedTokens extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedTokens(Path file, Exception cause) {
    super(file + " is damaged: " + cause.getMessage(), cause);
  }
}
