/** {@code bub bus}: send, receive, and see what became of a message. */
@NullMarked
package bub.cli.bus;

import org.jspecify.annotations.NullMarked;
