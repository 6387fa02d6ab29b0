/** What the Telegram bridge must not forget beside its chats, in two SQLite files. */
@NullMarked
package bub.channel.telegram.store;

import org.jspecify.annotations.NullMarked;
