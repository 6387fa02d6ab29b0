/**
 * Conversion of a model's Markdown for Telegram: plain text plus entities for bold, code and links.
 * The text needs no escaping, so no answer is refused for its formatting.
 */
@NullMarked
package bub.channel.telegram.text;

import org.jspecify.annotations.NullMarked;
