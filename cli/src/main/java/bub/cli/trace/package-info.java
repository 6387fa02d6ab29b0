/** {@code bub trace} and {@code bub traces}: show turns, and stop them. */
@NullMarked
package bub.cli.trace;

import org.jspecify.annotations.NullMarked;
