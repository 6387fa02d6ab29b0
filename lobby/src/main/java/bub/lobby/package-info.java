/** Lobby on the hub thread of its bus; blocking work has threads of its own. */
@NullMarked
package bub.lobby;

import org.jspecify.annotations.NullMarked;
