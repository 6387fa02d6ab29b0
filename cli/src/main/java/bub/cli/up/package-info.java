/**
 * {@code bub up}: runs everything in one process; {@code bub status} shows it and {@code bub down}
 * stops it.
 */
@NullMarked
package bub.cli.up;

import org.jspecify.annotations.NullMarked;
