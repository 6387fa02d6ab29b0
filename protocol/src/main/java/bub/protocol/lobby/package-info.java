/**
 * What agents and the lobby say to each other, and the port between a bus and the lobby it hosts.
 */
@NullMarked
package bub.protocol.lobby;

import org.jspecify.annotations.NullMarked;
