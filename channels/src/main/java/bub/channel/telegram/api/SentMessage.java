package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/**
 * A message that Telegram has accepted.
 *
 * @param messageId id for edits; null when Telegram confirmed the message without an id
 */
public record SentMessage(@Nullable Long messageId) {}
