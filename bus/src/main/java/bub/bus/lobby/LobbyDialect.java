package bub.bus.lobby;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.dialect.Dialect;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.dialect.WireSession;
import bub.jsonrpc.Link;
import bub.protocol.lobby.Lobby;

/** Dialect of the lobby's own protocol, in which each message has its sender's token. */
public final class LobbyDialect implements Dialect {
  private final Lobby lobby;

  public LobbyDialect(Lobby lobby) {
    this.lobby = lobby;
  }

  @Override
  public String path() {
    return "/lobby";
  }

  /** Allows large messages, because agents register with their capabilities and schemas. */
  @Override
  public int maxFirstMessage(BusLimits limits) {
    return limits.maxMessageBytes();
  }

  @Override
  public WireSession converse(Link link, Hub hub, UnauthenticatedPeer peer) {
    return new LobbySession(link, hub, lobby, peer);
  }
}
