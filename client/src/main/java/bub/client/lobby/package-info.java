/** Lobby client for agents in Java; start with {@link bub.client.lobby.LobbyClient}. */
@NullMarked
package bub.client.lobby;

import org.jspecify.annotations.NullMarked;
