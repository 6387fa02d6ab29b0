package bub.client.store;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A store could not do what it was asked for, such as on a full disk; nothing of it was done. */
public final class StoreFailed extends IOException {
  private static final long serialVersionUID = 1L;

  StoreFailed(Path store, @Nullable Throwable cause) {
    super(store + ": " + (cause == null ? "it failed" : cause.getMessage()), cause);
  }
}
