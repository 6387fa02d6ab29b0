package bub.store;

import java.io.IOException;

/** Signals that the queue of a store is full. The caller can submit the same task again later. */
public final class StoreBusy extends IOException {
  private static final long serialVersionUID = 1L;

  StoreBusy() {
    super("the store is busy. Try again later.");
  }
}
