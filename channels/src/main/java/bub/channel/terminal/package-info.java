/** The terminal channel: a conversation with a line editor or through a pipe. */
@NullMarked
package bub.channel.terminal;

import org.jspecify.annotations.NullMarked;
