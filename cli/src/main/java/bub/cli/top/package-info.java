/** The health of a bus on a terminal. Drawing is pure; one class knows the terminal. */
@NullMarked
package bub.cli.top;

import org.jspecify.annotations.NullMarked;
