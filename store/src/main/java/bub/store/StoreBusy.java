package bub.store;

import java.io.IOException;

/** The queue of a store is full; the same task can be accepted a little later. */
public final class StoreBusy extends IOException {
  private static final long serialVersionUID = 1L;

  StoreBusy() {
    super("the store is busy. Try again later.");
  }
}
