/** Conversion of a model's Markdown to plain text with entities, which needs no escaping. */
@NullMarked
package bub.channel.telegram.text;

import org.jspecify.annotations.NullMarked;
