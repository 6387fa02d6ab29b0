/** What the chats of a channel must not forget, in one SQLite file. */
@NullMarked
package bub.channel.store;

import org.jspecify.annotations.NullMarked;
