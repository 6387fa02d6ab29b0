package bub.lobby.store;

import java.io.IOException;

/** More waits for the disk than may wait; the same will be taken a little later. */
public final class StoreBusy extends IOException {
  private static final long serialVersionUID = 1L;

  StoreBusy() {
    super("the lobby's store is busy: too much waits for it already, try again later");
  }
}
