/** Requests of bub's own commands to the doors of the bub on this machine. */
@NullMarked
package bub.gateway.local;

import org.jspecify.annotations.NullMarked;
