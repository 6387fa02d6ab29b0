package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/** A message that Telegram has accepted; the id is null when Telegram confirmed without one. */
public record SentMessage(@Nullable Long messageId) {}
