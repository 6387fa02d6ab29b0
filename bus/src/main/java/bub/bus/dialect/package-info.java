/**
 * The wire shapes: a dialect turns texts into calls of the hub and the hub's answers into texts.
 */
@NullMarked
package bub.bus.dialect;

import org.jspecify.annotations.NullMarked;
