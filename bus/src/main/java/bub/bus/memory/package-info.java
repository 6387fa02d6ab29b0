/**
 * One account of the memory that the bus holds for its peers, and the rules for when it is full.
 */
@NullMarked
package bub.bus.memory;

import org.jspecify.annotations.NullMarked;
