/**
 * The lobby: who is registered, who offers what, and whether a call keeps its contract. It lives on
 * the thread of the bus that hosts it; what may block has threads of its own.
 */
@NullMarked
package bub.lobby;

import org.jspecify.annotations.NullMarked;
