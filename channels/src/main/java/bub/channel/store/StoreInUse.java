package bub.channel.store;

import java.io.IOException;
import java.nio.file.Path;

/** Somebody else has this store open; two owners would answer everybody twice. */
public final class StoreInUse extends IOException {
  private static final long serialVersionUID = 1L;

  StoreInUse(Path store) {
    super(store + " is in use: stop the process that has it open, or name another file");
  }
}
