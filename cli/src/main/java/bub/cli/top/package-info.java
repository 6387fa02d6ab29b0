/** {@code bub top}: the health of a bus on a terminal; only one class uses the terminal. */
@NullMarked
package bub.cli.top;

import org.jspecify.annotations.NullMarked;
