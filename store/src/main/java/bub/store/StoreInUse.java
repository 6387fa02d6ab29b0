package bub.store;

import java.io.IOException;
import java.nio.file.Path;

/** Refusal of a file that another process has open; two owners would overwrite each other. */
public final class StoreInUse extends IOException {
  private static final long serialVersionUID = 1L;

  StoreInUse(Path store) {
    super(store + " is in use by another process. Stop that process, or choose another file.");
  }
}
