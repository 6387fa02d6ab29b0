/** The {@code bub} command: wires the modules together and talks to people. */
@NullMarked
package bub.cli;

import org.jspecify.annotations.NullMarked;
