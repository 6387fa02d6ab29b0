package bub.client;

import bub.jsonrpc.Reply.Disconnected;
import java.net.URI;

/** Thrown when there is no connection to the bus; nothing was sent. */
public final class NotConnected extends NoAnswer {
  private static final long serialVersionUID = 1L;

  private final transient ClientState state;

  NotConnected(URI url, ClientState state) {
    super(message(url, state.words()), new Disconnected(state.words()));
    this.state = state;
  }

  /** A failed attempt names the URL itself. */
  private static String message(URI url, String words) {
    return words.contains(url.toString()) ? words : "not connected to " + url + ": " + words;
  }

  public ClientState state() {
    return state;
  }
}
