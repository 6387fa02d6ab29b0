/** Watches the bus continuously and derives metrics and message rows. */
@NullMarked
package bub.console.watch;

import org.jspecify.annotations.NullMarked;
