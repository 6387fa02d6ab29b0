/**
 * The lobby for agents written in Java: offer what you can do, find who can do what, and call it.
 * {@link bub.client.lobby.LobbyClient} is where to begin.
 */
@NullMarked
package bub.client.lobby;

import org.jspecify.annotations.NullMarked;
