/** Messages between agents and the lobby, and the port between a bus and the lobby it hosts. */
@NullMarked
package bub.protocol.lobby;

import org.jspecify.annotations.NullMarked;
