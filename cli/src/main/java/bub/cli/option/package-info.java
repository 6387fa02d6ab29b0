/** Values of options, and the help page sections that list the options. */
@NullMarked
package bub.cli.option;

import org.jspecify.annotations.NullMarked;
