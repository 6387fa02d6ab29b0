package bub.store;

import java.io.IOException;
import java.nio.file.Path;

/** Signals that another process has the file open; two owners would overwrite each other's data. */
public final class StoreInUse extends IOException {
  private static final long serialVersionUID = 1L;

  StoreInUse(Path store) {
    super(store + " is in use by another process. Stop that process, or choose another file.");
  }
}
