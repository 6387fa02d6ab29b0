package bub.store;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A store could not do what it was asked for, such as on a full disk; nothing of it was done. */
public final class StoreFailed extends IOException {
  private static final long serialVersionUID = 1L;

  public StoreFailed(Path store, @Nullable Throwable cause) {
    super(store + ": " + words(cause), cause);
  }

  private static String words(@Nullable Throwable cause) {
    StorageFault fault = StorageFault.of(cause);
    if (fault != null) {
      return fault.words();
    }
    return cause == null ? "it failed" : String.valueOf(cause.getMessage());
  }
}
