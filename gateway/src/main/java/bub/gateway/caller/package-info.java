/** Callers of the doors: who they are, what they may do and how much at a time. */
@NullMarked
package bub.gateway.caller;

import org.jspecify.annotations.NullMarked;
