/** {@code bub lobby}: who is there, what they offer, and calling it. */
@NullMarked
package bub.cli.lobby;

import org.jspecify.annotations.NullMarked;
