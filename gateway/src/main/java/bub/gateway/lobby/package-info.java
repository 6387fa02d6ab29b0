/** Capabilities of the lobby for all doors: the list, and calls as the principal of a caller. */
@NullMarked
package bub.gateway.lobby;

import org.jspecify.annotations.NullMarked;
