package bub.store;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Failure of a store's task, for example on a full disk; no part of the task took effect. */
public final class StoreFailed extends IOException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  public StoreFailed(Path store, @Nullable Throwable cause) {
    super(store + ": " + words(cause), cause);
    this.reason = words(cause);
  }

  /** Returns the problem without the path, which is not for remote callers. */
  public String reason() {
    return reason;
  }

  private static String words(@Nullable Throwable cause) {
    StorageFault fault = StorageFault.of(cause);
    if (fault != null) {
      return fault.words();
    }
    return cause == null ? "unknown error" : String.valueOf(cause.getMessage());
  }
}
