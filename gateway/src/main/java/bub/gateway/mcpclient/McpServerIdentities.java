package bub.gateway.mcpclient;

import bub.client.BusClient;
import bub.client.lobby.LobbyToken;
import bub.protocol.Address;

/** Identities of the peers that offer the tools of MCP servers. */
public interface McpServerIdentities {
  /** Returns a client that is not connected yet. */
  BusClient client(Address server);

  /** Token that proves to the lobby that the id is ours, after a restart too. */
  LobbyToken lobbyToken(Address server);

  /** Frees the address of a server that was removed. */
  void release(Address server);
}
