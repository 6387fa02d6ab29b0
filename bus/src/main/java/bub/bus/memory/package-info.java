/** Accounts of the memory that the bus holds for its peers, and the rules for full memory. */
@NullMarked
package bub.bus.memory;

import org.jspecify.annotations.NullMarked;
