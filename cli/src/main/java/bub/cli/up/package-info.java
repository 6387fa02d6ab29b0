/** {@code bub up}, {@code bub status} and {@code bub down}: everything in one process. */
@NullMarked
package bub.cli.up;

import org.jspecify.annotations.NullMarked;
