/** Durable state of the Telegram bridge besides its chats, in two SQLite files. */
@NullMarked
package bub.channel.telegram.store;

import org.jspecify.annotations.NullMarked;
