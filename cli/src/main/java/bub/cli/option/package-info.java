/** Values that options take, and the sections of a help page that options belong to. */
@NullMarked
package bub.cli.option;

import org.jspecify.annotations.NullMarked;
