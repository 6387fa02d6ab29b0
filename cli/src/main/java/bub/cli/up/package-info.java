/** {@code bub up}: everything in one process; and what shows it and ends it. */
@NullMarked
package bub.cli.up;

import org.jspecify.annotations.NullMarked;
