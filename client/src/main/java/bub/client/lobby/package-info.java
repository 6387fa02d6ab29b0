/**
 * Lobby client for agents in Java: offers, discovery and calls of capabilities. Start with {@link
 * bub.client.lobby.LobbyClient}.
 */
@NullMarked
package bub.client.lobby;

import org.jspecify.annotations.NullMarked;
