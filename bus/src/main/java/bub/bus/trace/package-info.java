/** Causes of messages, the traces that they form, and the guard that stops endless loops. */
@NullMarked
package bub.bus.trace;

import org.jspecify.annotations.NullMarked;
