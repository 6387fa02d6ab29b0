/** Continuous view of the bus: metrics and message rows. */
@NullMarked
package bub.console.watch;

import org.jspecify.annotations.NullMarked;
