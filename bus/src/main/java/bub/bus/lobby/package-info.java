/**
 * How peers reach the lobby: on its own wire at {@code /lobby}, and as an address of the bus. Both
 * say the same to the same lobby; what it decides is none of this package's business.
 */
@NullMarked
package bub.bus.lobby;

import org.jspecify.annotations.NullMarked;
