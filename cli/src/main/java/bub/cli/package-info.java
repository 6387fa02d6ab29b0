/** The {@code bub} command: connects the modules and talks to users. */
@NullMarked
package bub.cli;

import org.jspecify.annotations.NullMarked;
