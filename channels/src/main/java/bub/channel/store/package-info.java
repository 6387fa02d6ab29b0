/** Durable state of a channel's chats, in one SQLite file. */
@NullMarked
package bub.channel.store;

import org.jspecify.annotations.NullMarked;
