/**
 * Access to the lobby: its own protocol at {@code /lobby}, and its addresses on the bus. Both lead
 * to the same lobby, which makes all decisions itself.
 */
@NullMarked
package bub.bus.lobby;

import org.jspecify.annotations.NullMarked;
