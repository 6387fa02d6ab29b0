/** Turns as trees of spans, built from the activity log; start with {@link TraceReader}. */
@NullMarked
package bub.client.trace;

import org.jspecify.annotations.NullMarked;
