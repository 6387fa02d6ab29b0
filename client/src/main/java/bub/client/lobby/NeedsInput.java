package bub.client.lobby;

import bub.protocol.lobby.InputRequired;

/** Thrown by a provider to end a call with questions; the caller may call again with answers. */
public final class NeedsInput extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient InputRequired input;

  public NeedsInput(InputRequired input) {
    super(input.message());
    this.input = input;
  }

  public InputRequired input() {
    return input;
  }
}
