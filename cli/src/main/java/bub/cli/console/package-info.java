/** {@code bub console}: serves the web console from this process and prints its login links. */
@NullMarked
package bub.cli.console;

import org.jspecify.annotations.NullMarked;
