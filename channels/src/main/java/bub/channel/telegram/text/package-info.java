/**
 * What a model writes, as Telegram shows it: Markdown becomes text and the stretches of it that are
 * bold, code, links. Nothing needs escaping that way, so no answer is refused for its formatting.
 */
@NullMarked
package bub.channel.telegram.text;

import org.jspecify.annotations.NullMarked;
