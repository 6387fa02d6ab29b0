package bub.client;

import bub.jsonrpc.Reply.Disconnected;
import java.net.URI;

/** Thrown when there is no connection to the bus; nothing was sent. */
public final class NotConnected extends NoAnswer {
  private static final long serialVersionUID = 1L;

  private final transient ClientState state;

  NotConnected(URI url, ClientState state) {
    super("not connected to " + url + ": " + state.words(), new Disconnected(state.words()));
    this.state = state;
  }

  public ClientState state() {
    return state;
  }
}
