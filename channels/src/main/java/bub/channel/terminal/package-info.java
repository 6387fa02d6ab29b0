/** The terminal as a channel: a conversation by line editor, or by pipe. */
@NullMarked
package bub.channel.terminal;

import org.jspecify.annotations.NullMarked;
