/** Looks at the bus all the time, and turns what it sees into figures and rows. */
@NullMarked
package bub.console.watch;

import org.jspecify.annotations.NullMarked;
