/**
 * The part of Telegram's Bot API that bub uses: HTTP calls whose outcomes are values, and the part
 * of an update that concerns a chat.
 *
 * <p>Every field that Telegram calls optional may be null here. Unknown fields and kinds of updates
 * are ignored, so that a newer server does no harm.
 */
@NullMarked
package bub.channel.telegram.api;

import org.jspecify.annotations.NullMarked;
