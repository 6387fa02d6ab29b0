package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/**
 * A message that is at Telegram.
 *
 * @param messageId by which it can be edited; null when the answer was good but did not say
 */
public record SentMessage(@Nullable Long messageId) {}
