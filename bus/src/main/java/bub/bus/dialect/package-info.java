/**
 * Dialects of the wire, which translate texts to calls of the hub and its answers back to texts.
 */
@NullMarked
package bub.bus.dialect;

import org.jspecify.annotations.NullMarked;
