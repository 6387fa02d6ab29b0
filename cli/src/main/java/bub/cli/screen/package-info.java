/** How a command talks to its person, reads what they write, and ends. */
@NullMarked
package bub.cli.screen;

import org.jspecify.annotations.NullMarked;
