/** Dialects of the wire, which translate between texts and calls of the hub. */
@NullMarked
package bub.bus.dialect;

import org.jspecify.annotations.NullMarked;
