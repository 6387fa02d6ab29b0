package bub.client.store;

import java.io.IOException;

/** Refusal of a message because too many wait in the outbox; post it again later. */
public final class OutboxFull extends IOException {
  private static final long serialVersionUID = 1L;

  public OutboxFull(String reason) {
    super(reason);
  }
}
