/**
 * Telegram's Bot API as this project needs it: calls over HTTP whose outcomes are values, and the
 * part of an update that a chat is made of.
 *
 * <p>Every field that Telegram calls optional may be null here. Fields and kinds of updates that
 * are not known are passed over, so that a newer server does no harm.
 */
@NullMarked
package bub.channel.telegram.api;

import org.jspecify.annotations.NullMarked;
