/** Access to the lobby, by its own protocol at {@code /lobby} and by its addresses on the bus. */
@NullMarked
package bub.bus.lobby;

import org.jspecify.annotations.NullMarked;
