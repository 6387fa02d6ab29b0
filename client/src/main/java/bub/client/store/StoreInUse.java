package bub.client.store;

import java.io.IOException;
import java.nio.file.Path;

/** Somebody else has this store open; two owners would say everything twice. */
public final class StoreInUse extends IOException {
  private static final long serialVersionUID = 1L;

  StoreInUse(Path store) {
    super(store + " is in use: stop the process that has it open, or name another file");
  }
}
