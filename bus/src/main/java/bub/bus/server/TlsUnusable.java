package bub.bus.server;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Error for a certificate or key that the bus cannot use, with a remedy. */
public final class TlsUnusable extends IOException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  TlsUnusable(String problem, String remedy, @Nullable Throwable cause) {
    super(problem, cause);
    this.remedy = remedy;
  }

  TlsUnusable(String problem, String remedy) {
    this(problem, remedy, null);
  }

  public String remedy() {
    return remedy;
  }
}
