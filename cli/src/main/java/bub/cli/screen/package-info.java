/** Input, output and exit of commands. */
@NullMarked
package bub.cli.screen;

import org.jspecify.annotations.NullMarked;
