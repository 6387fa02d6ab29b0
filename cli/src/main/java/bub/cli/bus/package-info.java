/** {@code bub bus}: sends and receives messages, and traces them. */
@NullMarked
package bub.cli.bus;

import org.jspecify.annotations.NullMarked;
