/**
 * The part of Telegram's Bot API that bub uses.
 *
 * <p>Every field that Telegram calls optional may be null here. Unknown fields and kinds of updates
 * are ignored, so that a newer server does no harm.
 */
@NullMarked
package bub.channel.telegram.api;

import org.jspecify.annotations.NullMarked;
