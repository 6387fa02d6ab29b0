/** {@code bub lobby}: lists agents and their capabilities, and calls them. */
@NullMarked
package bub.cli.lobby;

import org.jspecify.annotations.NullMarked;
